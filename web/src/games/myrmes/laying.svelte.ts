/** A tile that is about to be laid: over which hexes, and which of the places there. */
import type { Action } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { middle, named, place, type Point } from "./hexes";

/** The places that cover all these hexes. */
export const covering = (places: Action[], cells: string[]): Action[] =>
  places.filter((action) => {
    const covered = named(action.text);
    return cells.every((cell) => covered.includes(cell));
  });

/** How a tile lies, wherever it lies: its hexes as seen from the first one. */
export function turnOf(cells: string[]): string {
  const [first, ...others] = cells.map(place);
  return others.map(({ x, y }) => `${Math.round(x - first!.x)} ${Math.round(y - first!.y)}`).join();
}

export class Laying {
  /** Hexes that it is to cover, one after the other. */
  painted = $state.raw<string[]>([]);
  /** The hex under a mouse. */
  under = $state("");
  private turns = $state(0);

  constructor(private readonly desk: Desk) {}

  readonly places = $derived.by(() => this.desk.which((text) => named(text).length > 1));

  /** All hexes on which it can lie. */
  readonly cells = $derived.by(() => [
    ...new Set(this.places.flatMap((action) => named(action.text))),
  ]);

  /** The places that cover what is painted. */
  readonly wanted = $derived.by(() => covering(this.places, this.painted));

  /** Those gone through where a mouse points, until something is painted. */
  readonly offered = $derived.by(() =>
    this.painted.length || !this.under ? this.wanted : covering(this.places, [this.under]),
  );

  /** Where it is shown: as it was chosen, or as somebody points at it. */
  readonly ghost = $derived.by<Action | undefined>(() => {
    const { chosen, hovered } = this.desk;
    const listed = this.places.find((action) => action === (chosen ?? hovered));
    if (listed || !(this.painted.length || this.under)) return listed;
    const count = this.offered.length;
    return this.offered[((this.turns % count) + count) % count];
  });

  /** Which of the places offered that is, from 1. */
  readonly number = $derived.by(() => this.offered.findIndex((one) => one === this.ghost) + 1);

  /** The next way to lie there. */
  turn(by: number): void {
    if (!this.painted.length) this.painted = this.under ? [this.under] : [];
    this.turns = this.number - 1 + by;
    this.desk.drop();
  }

  /** It is to cover this hex too; if it cannot, this one alone; once more: the next way to lie. */
  paint(cell: string): void {
    if (this.painted.includes(cell)) return this.turn(1);
    const both = [...this.painted, cell];
    this.painted = covering(this.places, both).length ? both : [cell];
    this.turns = 0;
    this.desk.drop();
    if (this.wanted.length === 1) void this.desk.choose(this.wanted[0]!);
  }

  /** To the place nearest to a point, lying as it does now. */
  drag(to: Point): void {
    const far = (action: Action) => {
      const at = middle(named(action.text));
      return Math.hypot(at.x - to.x, at.y - to.y);
    };
    const way = turnOf(named(this.ghost?.text ?? ""));
    const [nearest] = this.places
      .filter((action) => turnOf(named(action.text)) === way)
      .sort((one, other) => far(one) - far(other));
    this.desk.drop();
    this.desk.hovered = nearest ?? null;
  }

  clear(): void {
    this.painted = [];
    this.under = "";
    this.turns = 0;
  }
}
