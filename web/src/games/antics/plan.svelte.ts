/**
 * What somebody is about to do between two decisions: whether ants go out or come back, whether
 * she steals, which food she has taken up, how a tile would lie.
 */
import { untrack } from "svelte";
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import {
  spotsFor,
  stepsTo,
  turned,
  written,
  type Laying,
  type Spot as Ground,
} from "./building";
import { pickOf, reach, type Receiver } from "./carrying";
import { nestOfPath } from "./forest";
import { beside, nameOf } from "./hill";
import { byPlace, type Place } from "./moves";
import { boardOf, type Colony, type Nest, type Point, type View } from "./view";

/** What choosing a place means. */
export interface Offer {
  actions: Action[];
  /** Notations of what follows at once. */
  then?: string[];
  /** Something else than deciding: to take it up. */
  pick?: () => void;
  look?: "theft" | "goal" | "lifted";
}

export type Mode = "send" | "recall";

/** A tile as it would lie. */
export interface Laid {
  tile: string;
  spot: Ground;
  laying: Laying;
}

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
  private held = $state<string | null>(null);
  private laid = $state.raw<{ name: string; laying: Laying } | null>(null);
  /** Whether a tile has just been put somewhere, and the table has not yet answered. */
  private isPutting = $state(false);
  private phase = "";

  constructor(private readonly desk: Desk) {}

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
    this.lifted = this.laid = null;
    this.isCalling = false;
    const [phase, canSteal] = untrack(() => [this.view.phase, this.thefts.length > 0]);
    if (phase !== this.phase) {
      this.mode = "send";
      this.nest = null;
    }
    if (phase !== this.phase || !canSteal) this.isStealing = false;
    this.phase = phase;
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
      return { actions, pick: () => (this.lifted = null), look: "lifted" };
    const routes = this.routesOf(action.text);
    if (this.isGuided || !routes || routes.size < 2) return { actions };
    return { actions, pick: () => (this.lifted = action.text) };
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

  // --- Tiles ------------------------------------------------------------------------------------

  /** The tile that would be built. */
  readonly tile = $derived.by(() => {
    if (!this.isBuilding) return null;
    if (this.view.tile) return this.view.tile;
    const tiles = this.colony!.tiles;
    return this.held && tiles.includes(this.held) ? this.held : (tiles[0] ?? null);
  });

  /** Where one half of it can lie. */
  readonly spots = $derived.by<Ground[]>(() => {
    if (!this.tile || (this.isGuided && this.view.phase === "tile")) return [];
    const { phase, spot, marked } = this.view;
    const all = spotsFor(this.colony!, marked ?? [], this.tile);
    if (phase === "tile") return all;
    if (phase === "hex") return all.filter(({ name }) => this.desk.find(`hex ${name}`));
    return all
      .filter(({ name }) => name === spot)
      .map((one) => ({
        ...one,
        layings: one.layings.filter((laying) => this.desk.find(written(laying))),
      }));
  });

  /** The tile as it would lie; null: nowhere yet. */
  readonly ghost = $derived.by<Laid | null>(() => {
    const isLaying = this.view.phase === "lay";
    const name = this.laid?.name ?? (isLaying ? this.spots[0]?.name : undefined);
    const spot = this.spots.find((one) => one.name === name);
    const isShown = isLaying || this.isPutting || this.desk.chosen !== null;
    return spot && this.tile && isShown
      ? { tile: this.tile, spot, laying: this.laid?.laying ?? spot.layings[0]! }
      : null;
  });

  /** Another tile, at the same place. */
  hold(tile: string): void {
    const action = this.desk.find(`tile ${tile}`);
    if (this.isGuided && action) return void this.desk.choose(action);
    const { ghost } = this;
    this.held = tile;
    if (ghost) this.put(ghost.spot, ghost.laying);
  }

  turn(by: 1 | -1): void {
    const { ghost } = this;
    if (ghost) this.put(ghost.spot, turned(ghost.spot.layings, ghost.laying, by));
  }

  /**
   * What a touch of a cell means: yes on the first half of the tile as it lies; on the other half
   * the tile moves there; beside it, it is turned; elsewhere it is put there.
   */
  touch(at: Point): void {
    const { ghost } = this;
    const spot = this.spots.find((one) => nameOf(one.at) === nameOf(at));
    const ways = ghost ? turnsTo(ghost.spot, at) : [];
    const isOther = ways.some((one) => written(one) === written(ghost!.laying));
    if (ghost && spot?.name === ghost.spot.name) this.put(spot, ghost.laying);
    else if (spot && (isOther || !ways.length)) this.put(spot);
    else if (ghost && ways.length)
      this.put(ghost.spot, ways.find((one) => written(one) !== written(ghost.laying)) ?? ways[0]);
  }

  /** One half here, the other as it lay before if it can. */
  private put(spot: Ground, wanted = this.laid?.laying): void {
    const laying =
      spot.layings.find((one) => wanted && written(one) === written(wanted)) ?? spot.layings[0]!;
    this.laid = { name: spot.name, laying };
    void this.propose();
  }

  /** Ask for a tick. Whoever turns a tile quickly means how it lies in the end. */
  private async propose(): Promise<void> {
    if (this.isPutting) return;
    this.isPutting = true;
    let asked: Laid | null = null;
    while (this.laid && this.ghost && !isSame(this.ghost, asked)) {
      asked = this.ghost;
      await this.desk.errand.start(this.stepsOf(asked), this.wordsOf(asked), true);
    }
    this.isPutting = false;
  }

  private stepsOf({ tile, spot, laying }: Laid): string[] {
    return stepsTo(this.view.phase, this.colony!.tiles, tile, spot, laying);
  }

  private wordsOf({ tile, spot }: Laid): string {
    const marks = tile.split("+").map((mark) => this.desk.say(mark));
    return this.desk.say("lay_words", { tile: marks.join(" + "), level: spot.level });
  }
}

const isSame = (one: Laid, other: Laid | null): boolean =>
  one.tile === other?.tile &&
  one.spot.name === other.spot.name &&
  written(one.laying) === written(other.laying);

/** How a tile on a spot can be turned so that its other half lies on a cell. */
const turnsTo = (spot: Ground, at: Point): Laying[] =>
  spot.layings.filter(({ way }) => nameOf(beside(spot.at, way)) === nameOf(at));
