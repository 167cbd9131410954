/**
 * What somebody is about to do at the board, between two
 * decisions: a card taken up, a friend asked for help.
 */
import { untrack } from "svelte";
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import type { Box } from "../contract";
import { evenly } from "./filling";
import { HEIGHT, WIDTH, boxOf, rooms, type Room } from "./geometry";
import { outlook, within, type Outlook } from "./reach";
import {
  COLOURS,
  ENDS,
  antInPlay,
  boardOf,
  boxSize,
  chamberOf,
  shown,
  sum,
  type Ant,
  type End,
  type Friend,
  type View,
} from "./view";

export class Plan {
  /** The card that was taken up. */
  picked = $state<Ant | null>(null);
  /** The card that somebody points at. */
  pointed = $state<Ant | null>(null);
  /** The friend that is to help. */
  asked = $state<Friend | null>(null);
  /** Where the ant of the card is to go: several ends of the roads would take it there. */
  goal = $state<number | null>(null);
  /** What the tray shows beneath the question. */
  page = $state<"hand" | "friends">("hand");
  private moment = "";
  private readonly rooms: Map<number, Room>;

  constructor(private readonly desk: Desk) {
    this.rooms = rooms(boardOf(desk.facts));
  }

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

  /** Chamber -> the fewest steps to it, by any card and end in question, or by the card in play. */
  readonly reachable = $derived.by(() => {
    const found = new Map<number, number>();
    const ways = this.outlooks.map(({ chambers }) => chambers);
    for (const chambers of ways.length ? ways : [this.moving]) {
      for (const [chamber, steps] of chambers)
        found.set(chamber, Math.min(steps, found.get(chamber) ?? Infinity));
    }
    return found;
  });

  /** Chambers to which the ant in play can go now, with steps. */
  private get moving(): Map<number, number> {
    const view = shown(this.desk);
    const ant = antInPlay(view);
    if (view.phase !== "move" || !ant) return new Map();
    const all = within(boardOf(this.desk.facts), view, ant, Infinity);
    return new Map([...all].filter(([chamber]) => this.desk.find(`go ${chamber}`)));
  }

  /**
   * What must be seen beside all that can be chosen: the chamber that the question is about.
   * While others play everything is: nobody knows where they go.
   */
  readonly around = $derived.by<Box | undefined>(() => {
    if (!this.desk.actions.length) return { x: 0, y: 0, width: WIDTH, height: HEIGHT };
    const view = shown(this.desk);
    const ant = this.outlooks[0]?.ant ?? (view.phase === "move" ? antInPlay(view) : undefined);
    const chamber = ant ? view.ants[ant] : view.phase === "ladybird" ? view.source : undefined;
    return chamber === undefined ? undefined : boxOf(this.rooms.get(chamber)!);
  });

  pick(card: Ant): void {
    const isUp = this.picked === card;
    this.clear();
    this.desk.drop();
    this.picked = isUp ? null : card;
  }

  ask(friend: Friend): void {
    const isAsked = this.asked === friend;
    this.clear();
    this.desk.drop();
    this.asked = isAsked ? null : friend;
  }

  clear(): void {
    this.picked = this.pointed = this.asked = this.goal = null;
  }

  /** Another decision: what somebody was about to do before is over. */
  renew(): void {
    const { view, seat } = untrack(() => ({ view: this.desk.view, seat: this.desk.seat }));
    const { turns, plays, phase, used } = view as View;
    const moment = [turns, plays, phase, seat, used?.length].join("/");
    if (moment === this.moment) return;
    this.moment = moment;
    this.page = "hand";
    this.clear();
  }

  canLay(card: Ant): boolean {
    return this.desk.actions.some(({ text }) => text.startsWith(`play ${card} `));
  }

  /** What a friend can do now. */
  helping(friend: Friend): Action[] {
    return this.desk.which((text) => text.startsWith(`${friend} `));
  }

  /** Chamber -> the ends at which the card would take its ant there. */
  private readonly ways = $derived.by(() => {
    const found = new Map<number, Action[]>();
    for (const { end, chambers } of this.card ? this.look(this.card, ENDS) : []) {
      const action = this.desk.find(`play ${this.card} ${end}`);
      for (const chamber of action ? chambers.keys() : [])
        found.set(chamber, [...(found.get(chamber) ?? []), action!]);
    }
    return found;
  });

  /** The chamber to which several ends lead: which one is asked. */
  readonly fork = $derived.by(() =>
    this.goal !== null && this.endsTo(this.goal).length > 1 ? this.goal : null,
  );

  /** Where the card can lie; with a chamber named, where it would take its ant there. */
  readonly ends = $derived.by(() => {
    const found = this.card ? this.look(this.card, ENDS) : [];
    return found.flatMap(({ end, steps }) => {
      const action = this.desk.find(`play ${this.card} ${end}`);
      const isMeant = action && (this.fork === null || this.endsTo(this.fork).includes(action));
      return isMeant ? [{ end, action, steps }] : [];
    });
  });

  endsTo(chamber: number): Action[] {
    return this.ways.get(chamber) ?? [];
  }

  /** What choosing a chamber can mean now; where the ant has arrived, to unload all that it can. */
  inChamber(id: number): Action[] {
    const find = (text: string) => this.desk.find(text);
    const texts = [`go ${id}`, `carry ${id}`];
    if (this.helper === "ladybird") texts.push(`ladybird ${id}`);
    else if (shown(this.desk).chamber === id)
      texts.push(...["unload 4", "unload 3", "unload 2", "unload 1"].filter(find).slice(0, 1));
    return [...texts.flatMap((text) => find(text) ?? []), ...this.endsTo(id)];
  }

  /** Lay the card at an end; where a chamber is named that it leads to, the ant goes there. */
  lay(end: End): void {
    const action = this.desk.find(`play ${this.card} ${end}`);
    if (!action) return;
    const goal = this.goal !== null && this.endsTo(this.goal).includes(action) ? this.goal : null;
    const [steps, words] =
      goal === null
        ? [[action.text]]
        : [
            [action.text, `go ${goal}`],
            `${action.words} → ${this.desk.say("tell_chamber", { id: goal })}`,
          ];
    void this.desk.errand.start(steps, words).then(() => {
      // Whoever takes a card up and puts it down means it: only the end of a turn is asked about.
      if (this.desk.chosen === action && !(goal !== null && this.isEnd(goal)))
        void this.desk.confirm();
    });
  }

  /** Whether the turn is over when an ant arrives there: the last card, and nothing to unload. */
  private isEnd(chamber: number): boolean {
    const { plays = 0, limit, stored, seats } = shown(this.desk);
    const { colour, places } = chamberOf(this.desk.facts, chamber);
    const isIdle =
      (stored[chamber] ?? 0) === places.length || !seats[this.desk.seat ?? 0]?.box?.[colour];
    return plays + 1 >= limit && isIdle;
  }

  /** Send the ant of the card to a chamber: at once where one end alone leads there. */
  send(chamber: number): void {
    const ends = this.endsTo(chamber);
    this.goal = this.goal === chamber ? null : chamber;
    if (ends.length === 1) {
      this.goal = chamber;
      this.lay(ends[0]!.text.split(" ")[2] as End);
    }
  }

  /** Fill the box in one go. */
  fill(): void {
    const mine = shown(this.desk).seats[this.desk.seat ?? 0]!;
    if (!mine.box || !mine.reserve) return;
    const stones = evenly(mine.box, mine.reserve, boxSize(mine) - sum(mine.box));
    const kinds = COLOURS.filter((colour) => stones.includes(colour)).map(
      (one) =>
        `${stones.filter((colour) => colour === one).length} ${this.desk.say(`colour_${one}`)}`,
    );
    const words = `${this.desk.say("fill")}: ${kinds.join(", ")}`;
    void this.desk.errand.start(
      stones.map((colour) => `stock ${colour}`),
      words,
    );
  }

  private look(card: Ant, ends: readonly End[]): Outlook[] {
    const view = shown(this.desk);
    const seat = this.desk.seat ?? view.to_act[0] ?? 0;
    const ant = view.phase === "stick" && view.as ? view.as : card;
    return ends.flatMap((end) => outlook(boardOf(this.desk.facts), view, seat, ant, end) ?? []);
  }
}
