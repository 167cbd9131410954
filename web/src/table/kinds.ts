/**
 * The kinds of actions of a game, by the codes at which they begin (`CODES` in its schema.ts), and
 * what each of them moves. A kind that is missing does not compile.
 */
import type { Motion } from "../games/contract";
import type { Line, View } from "../lib/api";
import type { Desk } from "./desk.svelte";

/** A step that is shown: the positions before and after it, and what the line tells of it. */
export interface Shown<V> {
  before: V;
  after: V;
  line: Line;
  /** Who took it. */
  seat: number;
  /** What goes with its kind: the place in the row of `take`, the hex of `hex`. */
  number: number;
  desk: Desk;
}

/** What each kind of action moves; a text says why it moves nothing. */
export type Movers<Kind extends string, V> = Record<Kind, ((step: Shown<V>) => Motion[]) | string>;

/** The kind of an action, and the number that goes with it. */
export function kindOf<Kind extends string>(
  codes: Record<Kind, number>,
  code: number,
): { kind: Kind; number: number } {
  const begun = (Object.entries(codes) as [Kind, number][]).filter(([, first]) => first <= code);
  const [kind, first] = begun.reduce((one, other) => (other[1] > one[1] ? other : one));
  return { kind, number: code - first };
}

/** The motions of a game, from what each of its kinds of actions moves. */
export function movedBy<Kind extends string, V>(
  codes: Record<Kind, number>,
  movers: Movers<Kind, V>,
): (before: View, after: View, line: Line, desk: Desk) => Motion[] {
  return (before, after, line, desk) => {
    if (line.code === undefined || line.seat === null) return [];
    const { kind, number } = kindOf(codes, line.code);
    const mover = movers[kind];
    if (typeof mover === "string") return [];
    // A game's own folder knows what is in its views.
    const views = { before: before as V, after: after as V };
    return mover({ ...views, line, seat: line.seat, number, desk });
  };
}
