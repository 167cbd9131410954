/** A tile that is put down and turned before it is laid: one tick for all its decisions. */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import {
  isSameLaying,
  layings,
  otherCell,
  stepsTo,
  turnsOn,
  type Half,
  type Laying,
} from "./building";
import { nameOf } from "./hill";
import type { Colony, Point, View } from "./view";

/** A cell that a half can be put on, and the decision that this begins with. */
export interface Cell {
  at: Point;
  /** As notation names it; without a name: the tile can only be turned there. */
  spot?: string;
  level: number;
  actions: Action[];
  /** Notations of what follows. */
  then: string[];
}

export class Builder {
  /** Which half of the tile is put where one touches. */
  half = $state<Half>(0);
  private held = $state<string | null>(null);
  private laid = $state.raw<Laying | null>(null);
  /** Whether the tile has just been put somewhere, and the table has not yet answered. */
  private isPutting = $state(false);

  constructor(
    private readonly desk: Desk,
    /** Whose hill it is; nobody's, where nothing can be built now. */
    private readonly colony: () => Colony | undefined,
  ) {}

  private readonly view = $derived.by(() => this.desk.view as View);
  /** Somebody explains each decision, and only that one can be taken. */
  private readonly isGuided = $derived.by(() => this.desk.actions.length === 1);

  /** The tile that would be built. */
  readonly tile = $derived.by(() => {
    const tiles = this.colony()?.tiles ?? [];
    if (!tiles.length) return null;
    return this.view.tile ?? (tiles.includes(this.held ?? "") ? this.held! : tiles[0]!);
  });

  private readonly all = $derived.by(() =>
    this.tile ? layings(this.colony()!, this.view.marked ?? [], this.tile) : [],
  );

  private readonly spots = $derived.by(
    () =>
      new Map(
        this.all
          .filter((one) => halfOf(one) === 0)
          .map(({ cells, spot }) => [nameOf(cells[0]), spot]),
      ),
  );

  /** The ways to lay it that are left. */
  private readonly ways = $derived.by(() => {
    const { phase, spot } = this.view;
    if (phase === "tile") return this.isGuided ? [] : this.all;
    if (phase === "hex") return this.all.filter((one) => this.desk.find(`hex ${one.spot}`));
    return this.all.filter((one) => one.spot === spot && this.desk.find(one.lay));
  });

  /** The tile as it would lie; null: nowhere yet. */
  readonly ghost = $derived.by<Laying | null>(() => {
    const isShown = this.isPutting || this.desk.chosen !== null;
    return (isShown && this.ways.find((one) => isSameLaying(one, this.laid))) || null;
  });

  /** The cell on which the first half has been decided to lie. */
  readonly anchor = $derived.by<Point | null>(() => {
    const [first] = this.view.phase === "lay" ? this.ways : [];
    return first ? first.cells[halfOf(first)] : null;
  });

  /** What can be touched: places for a half, and those that the tile can be turned to. */
  readonly cells = $derived.by(() => {
    const found = new Map<string, Cell>();
    for (const laying of this.ways) {
      if (this.anchor) {
        if (this.half === halfOf(laying)) this.offer(found, otherCell(laying, this.half), laying);
      } else if (halfOf(laying) === 0) this.offer(found, laying.cells[0], laying);
    }
    for (const laying of this.turns) this.offer(found, otherCell(laying, this.half), laying);
    return [...found.values()];
  });

  private offer(found: Map<string, Cell>, at: Point, laying: Laying): void {
    const [first, ...then] = this.stepsOf(laying);
    const action = this.desk.find(first!);
    if (action && !found.has(nameOf(at)))
      found.set(nameOf(at), {
        at,
        spot: this.spots.get(nameOf(at)),
        level: laying.level,
        actions: [action],
        then,
      });
  }

  /** How the tile can be turned where it lies. */
  private readonly turns = $derived.by(() =>
    this.ghost ? turnsOn(this.ways, this.ghost.cells[this.half], this.half) : [],
  );

  readonly canTurn = $derived.by(() => this.turns.length > 1);

  clear(): void {
    this.laid = null;
    this.half = 0;
  }

  /** What choosing a tile in hand means: it is taken up, or turned around if it was already. */
  offerOf(tile: string): { actions: Action[]; pick?: () => void } {
    const action = this.desk.find(`tile ${tile}`);
    if (this.isGuided) return { actions: action ? [action] : [] };
    const canHold = this.tile !== null && (tile === this.tile || this.view.phase === "tile");
    return { actions: [], pick: canHold ? () => this.hold(tile) : undefined };
  }

  private hold(tile: string): void {
    const { ghost, half } = this;
    if (tile === this.tile) this.half = half ? 0 : 1;
    this.held = tile;
    if (ghost) this.put(ghost.cells[half], otherCell(ghost, half));
  }

  turn(by: 1 | -1): void {
    const { ghost, turns } = this;
    const now = turns.findIndex((one) => isSameLaying(one, ghost));
    if (now >= 0) this.lay(turns[(now + by + turns.length) % turns.length]!);
  }

  /**
   * What a touch of a cell means: yes on the half that was put down; on the other half the tile
   * moves there; beside it, it is turned; elsewhere it is put there.
   */
  touch(at: Point): void {
    const { ghost, half } = this;
    if (this.anchor) return this.put(this.anchor, at);
    if (!ghost) return this.put(at);
    if (nameOf(ghost.cells[half]) === nameOf(at)) return this.lay(ghost);
    const turn = this.turns.find((one) => nameOf(otherCell(one, half)) === nameOf(at));
    if (turn && !isSameLaying(turn, ghost)) this.lay(turn);
    else this.put(at);
  }

  /** The half goes here, the other onto a cell, or as it lay before if it can. */
  private put(at: Point, towards?: Point): void {
    const { half } = this;
    const turns = turnsOn(this.ways, at, half);
    const before = this.laid && wayOf(this.laid, half);
    const laying =
      turns.find((one) => towards && nameOf(otherCell(one, half)) === nameOf(towards)) ??
      turns.find((one) => wayOf(one, half) === before) ??
      turns[0];
    if (laying) this.lay(laying);
  }

  private lay(laying: Laying): void {
    this.laid = laying;
    void this.propose();
  }

  /** Ask for a tick. Whoever turns a tile quickly means how it lies in the end. */
  private async propose(): Promise<void> {
    if (this.isPutting) return;
    this.isPutting = true;
    let asked: Laying | null = null;
    while (this.laid && this.laid !== asked) {
      asked = this.laid;
      await this.desk.errand.start(this.stepsOf(asked), this.wordsOf(asked), true);
    }
    this.isPutting = false;
  }

  private stepsOf(laying: Laying): string[] {
    return stepsTo(this.view.phase, this.colony()!.tiles, this.tile!, this.all, laying);
  }

  private wordsOf({ level }: Laying): string {
    const marks = this.tile!.split("+").map((mark) => this.desk.say(mark));
    return this.desk.say("lay_words", { tile: marks.join(" + "), level });
  }
}

/** Which half lies on the spot that notation names. */
const halfOf = ({ lay }: Laying): Half => (lay.endsWith("swapped") ? 1 : 0);

/** Which way the other half lies, as a key. */
const wayOf = (laying: Laying, half: Half): string => {
  const [from, to] = [laying.cells[half], otherCell(laying, half)];
  return nameOf([to[0] - from[0], to[1] - from[1]]);
};
