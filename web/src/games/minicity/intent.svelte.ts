/**
 * What somebody is about to do at the board, between two
 * decisions: a card taken up, a friend asked for help.
 */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { outlook, type Outlook } from "./reach";
import { ENDS, boardOf, shown, type Ant, type End, type Friend } from "./view";

export class Intent {
  /** The card that was taken up. */
  picked = $state<Ant | null>(null);
  /** The card that somebody points at. */
  pointed = $state<Ant | null>(null);
  /** The friend that is to help. */
  asked = $state<Friend | null>(null);

  constructor(private readonly desk: Desk) {}

  /** The card in question, as long as it can be laid. */
  readonly card = $derived.by(() => (this.picked && this.canLay(this.picked) ? this.picked : null));

  /** The friend in question, as long as it can help. */
  readonly helper = $derived.by(() =>
    this.asked && this.helping(this.asked).length ? this.asked : null,
  );

  /** What laying a card would lead to, for the card and the end that somebody points at. */
  readonly outlooks = $derived.by<Outlook[]>(() => {
    const step = this.desk.hovered ?? this.desk.chosen;
    const [verb, card, end] = step?.text.split(" ") ?? [];
    if (verb === "play") return this.look(card as Ant, [end as End]);
    const laid = this.pointed ?? this.card;
    return laid
      ? this.look(
          laid,
          ENDS.filter((one) => this.desk.find(`play ${laid} ${one}`)),
        )
      : [];
  });

  /** Chamber -> the fewest steps to it, from all outlooks. */
  readonly reachable = $derived.by(() => {
    const found = new Map<number, number>();
    for (const { chambers } of this.outlooks) {
      for (const [chamber, steps] of chambers)
        found.set(chamber, Math.min(steps, found.get(chamber) ?? Infinity));
    }
    return found;
  });

  pick(card: Ant): void {
    this.picked = this.picked === card ? null : card;
    this.asked = null;
  }

  ask(friend: Friend): void {
    this.asked = this.asked === friend ? null : friend;
    this.picked = null;
  }

  clear(): void {
    this.picked = this.pointed = this.asked = null;
  }

  canLay(card: Ant): boolean {
    return this.desk.actions.some(({ text }) => text.startsWith(`play ${card} `));
  }

  /** What a friend can do now. */
  helping(friend: Friend): Action[] {
    return this.desk.which((text) => text.startsWith(`${friend} `));
  }

  private look(card: Ant, ends: End[]): Outlook[] {
    const view = shown(this.desk);
    const seat = this.desk.seat ?? view.to_act[0] ?? 0;
    const ant = view.phase === "stick" && view.as ? view.as : card;
    return ends.flatMap((end) => outlook(boardOf(this.desk.facts), view, seat, ant, end) ?? []);
  }
}
