/**
 * What somebody is about to do between two decisions: whether ants go out or come back, whether
 * she steals, which food she has taken up, how a tile would lie.
 */
import { untrack } from "svelte";
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { Builder } from "./builder.svelte";
import { pickOf, reach, type Receiver } from "./carrying";
import { nestOfPath } from "./forest";
import { byPlace, ELSEWHERE, type Place } from "./moves";
import { boardOf, type Colony, type Nest, type View } from "./view";

/** What choosing a place means. */
export interface Offer {
  actions: Action[];
  /** Notations of what follows at once. */
  then?: string[];
  /** Something else than deciding: to take it up. */
  pick?: () => void;
  /** What it is then that is taken up. */
  action?: Action;
  look?: "theft" | "goal" | "lifted";
}

/** Whether it is food that can be chosen: it is drawn large, and seen from near. */
export const isFood = ({ actions, action, look }: Offer): boolean =>
  look !== "goal" &&
  look !== "lifted" &&
  /^(load|carry|steal) /.test((action ?? actions[0])?.text ?? "");

export type Mode = "send" | "recall";

const MODES: Record<Mode, RegExp> = {
  send: /^(place|bridge|secure|done)/,
  recall: /^(recall|dismiss|leave|done)/,
};
const NOBODY: Offer = { actions: [] };

export class Plan {
  mode = $state<Mode>("send");
  isStealing = $state(false);
  /** Whether the hero is called, and asked what to do. */
  isCalling = $state(false);
  /** The nest whose ants are to go; null: any. */
  nest = $state<Nest | null>(null);
  /** The food that was taken up, by its notation. */
  private lifted = $state<string | null>(null);
  private phase = "";
  readonly builder: Builder;

  constructor(private readonly desk: Desk) {
    this.builder = new Builder(desk, () => (this.isBuilding ? this.colony : undefined));
  }

  // Actions belong to the position in which they can be decided, even while another is shown.
  private readonly view = $derived.by(() => this.desk.view as View);
  private readonly colony = $derived.by<Colony | undefined>(
    () => this.view.colonies?.[this.desk.seat ?? -1],
  );
  /** Whether I decide now, and not something that I decided before. */
  readonly isMine = $derived.by(
    () =>
      this.desk.actions.length > 0 &&
      this.colony !== undefined &&
      this.desk.errand.rest.length === 0,
  );
  /** Somebody explains each decision, and only that one can be taken. */
  private readonly isGuided = $derived.by(() => this.desk.actions.length === 1);
  readonly thefts = $derived.by(() => this.desk.which((text) => text.startsWith("steal ")));
  readonly isBuilding = $derived.by(
    () =>
      this.isMine && !this.isStealing && ["tile", "hex", "lay"].includes(this.view.phase as string),
  );

  /** Another position: what was begun is over. */
  renew(): void {
    this.lifted = null;
    this.isCalling = false;
    this.builder.clear();
    const [phase, canSteal] = untrack(() => [this.view.phase, this.thefts.length > 0]);
    if (phase !== this.phase) {
      this.mode = "send";
      this.nest = null;
    }
    if (phase !== this.phase || !canSteal) this.isStealing = false;
    this.phase = phase;
  }

  /** Whether ants go out from now on, or come back. */
  go(mode: Mode): void {
    this.mode = mode;
    this.isStealing = false;
    this.nest = null;
  }

  /** Only ants of that nest are to go; the same once more: any. */
  only(nest: Nest): void {
    this.nest = this.nest === nest ? null : nest;
  }

  steal(): void {
    this.isStealing = !this.isStealing;
    this.isCalling = false;
  }

  // --- What is live -----------------------------------------------------------------------------

  at(place: Place): Offer {
    return this.offers.get(place) ?? NOBODY;
  }

  readonly offers = $derived.by(() => {
    const found = new Map<Place, Offer>();
    if (!this.isMine) return found;
    const places = byPlace(this.meant, this.view, this.desk.seat!);
    places.delete(ELSEWHERE);
    for (const [place, actions] of places) found.set(place, this.offerOf(actions));
    for (const [place, offer] of this.goals) found.set(place, offer);
    return found;
  });

  /** What can be done now, without what belongs to something else that could be begun. */
  private readonly meant = $derived.by(() => {
    const { phase } = this.view;
    if (this.isStealing) return this.thefts;
    const own = this.desk.which((text) => !text.startsWith("steal "));
    if (phase === "ants") return own.filter((action) => this.isInMode(action));
    if (this.piece) return own.filter(({ text }) => text === this.lifted || text === "done");
    return this.isBuilding ? [] : own;
  });

  private isInMode({ text }: Action): boolean {
    if (!MODES[this.mode].test(text)) return false;
    if (!this.nest || this.mode === "recall" || text === "done") return true;
    const [verb, path] = text.split(" ");
    if (verb !== "place") return this.nest === "red";
    return nestOfPath(boardOf(this.desk), Number(path)) === this.nest;
  }

  /** The nests whose ants can go somewhere. */
  readonly usable = $derived.by(() => {
    const found = new Set<Nest>();
    if (!this.isMine || this.isStealing || this.mode === "recall") return found;
    for (const { text } of this.desk.actions) {
      const [verb, path] = text.split(" ");
      if (verb === "place") found.add(nestOfPath(boardOf(this.desk), Number(path)));
      if (verb === "secure" || verb === "bridge") found.add("red");
    }
    return found;
  });

  /** What choosing a tile in hand means. */
  offerOfTile(tile: string): Offer {
    return this.isBuilding ? this.builder.offerOf(tile) : this.at(`tile ${tile}`);
  }

  private offerOf(actions: Action[]): Offer {
    const [action, other] = actions;
    if (this.isStealing) return { actions, look: "theft" };
    if (other || !/^(load|carry) /.test(action!.text)) return { actions };
    return this.offerOfFood(action!);
  }

  // --- Food -------------------------------------------------------------------------------------

  /** The piece that was taken up, and who could get it. */
  private readonly piece = $derived.by(() => {
    const text = this.view.phase === "give" ? this.view.pick : this.lifted;
    return text ? this.routesOf(text) : null;
  });

  private routesOf(text: string): Map<Receiver, string[]> | null {
    const board = boardOf(this.desk);
    const pick = this.colony && pickOf(board, this.colony, text);
    return pick ? reach(board, this.colony!, pick, this.view.steps ?? 0) : null;
  }

  /** Food that only one ant could get goes there; other food is taken up first. */
  private offerOfFood(action: Action): Offer {
    const actions = [action];
    if (this.lifted === action.text)
      return { actions: [], pick: () => (this.lifted = null), look: "lifted", action };
    const routes = this.routesOf(action.text);
    if (this.isGuided || !routes || routes.size < 2) return { actions };
    return { actions: [], pick: () => (this.lifted = action.text), action };
  }

  /** Whoever could get the piece that was taken up: near or far. */
  private readonly goals = $derived.by(() => {
    const found = new Map<Place, Offer>();
    if (!this.piece || this.isStealing) return found;
    const isGiven = this.view.phase === "give";
    for (const [to, texts] of this.piece) {
      const [first, ...then] = isGiven ? texts.slice(1) : texts;
      const action = this.desk.find(first ?? "");
      const place = to === "home" ? "home" : `path ${to}`;
      if (action) found.set(place, { actions: [action], then, look: "goal" });
    }
    return found;
  });

  /** Whether food is taken up that can be put down again. */
  readonly isLifting = $derived.by(() => this.lifted !== null);

  putDown(): void {
    this.lifted = null;
  }
}
