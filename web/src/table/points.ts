/** Points by category out of a game's breakdown. */
import type { Desk } from "./desk.svelte";

type Part = Record<string, unknown>;

export interface PointsRow {
  category: string;
  /** One for each seat. */
  points: number[];
}

const TOTAL = "total";
const PREFIX = "categories.";

/** What a game calls its categories, by their keys, in its own order. */
export function categoriesOf(phrases: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(phrases)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, words]) => [key.slice(PREFIX.length), String(words)]),
  );
}

/**
 * What a part tells of a category; where it has parts
 * itself, as a seat with two anthills, their sum.
 */
function pointsIn(part: Part, category: string): number | null {
  const own = part[category];
  if (typeof own === "number") return own;
  const found = Object.values(part)
    .flat()
    .filter((one): one is Part => typeof one === "object" && one !== null)
    .map((one) => pointsIn(one, category))
    .filter((points): points is number => points !== null);
  return found.length ? found.reduce((sum, points) => sum + points, 0) : null;
}

/** A score sheet: what adds up to the points, the points, and what else is told of a seat. */
export interface Sheet {
  rows: PointsRow[];
  totals: number[];
  facts: PointsRow[];
}

/**
 * What a game's breakdown tells. Rows come in the order of `summands`, the
 * categories that add up to the points; all others that have a name are facts.
 */
export function sheetOf(breakdown: unknown, categories: string[], summands: string[]): Sheet {
  const seats = ((breakdown as { seats?: Part[] } | null)?.seats ?? []) as Part[];
  const rowsOf = (wanted: string[]): PointsRow[] =>
    wanted
      .map((category) => ({ category, found: seats.map((seat) => pointsIn(seat, category)) }))
      .filter(({ found }) => found.some((points) => points !== null))
      .map(({ category, found }) => ({ category, points: found.map((points) => points ?? 0) }));
  return {
    rows: rowsOf(summands),
    totals: rowsOf([TOTAL])[0]?.points ?? [],
    facts: rowsOf(categories.filter((one) => one !== TOTAL && !summands.includes(one))),
  };
}

/** The score sheet of a game, as it is told at a desk. */
export function sheetAt({ facts, module }: Desk, breakdown: unknown): Sheet {
  const categories = Object.keys(categoriesOf(facts.phrases)).filter((one) => one !== TOTAL);
  const earned = Object.keys(module.earned);
  return sheetOf(breakdown, categories, earned.length ? earned : categories);
}

/** What some rows add up to for each seat. */
export const sumsOf = (rows: PointsRow[]): number[] =>
  (rows[0]?.points ?? []).map((_, seat) =>
    rows.reduce((sum, { points }) => sum + points[seat]!, 0),
  );

/** A sheet while it is counted, row by row: `done` of them, the next one in part. */
export function counted(sheet: Sheet, done: number): Sheet {
  if (done >= sheet.rows.length) return sheet;
  const rows = sheet.rows.map(({ category, points }, row) => {
    const share = Math.max(0, Math.min(1, done - row));
    return { category, points: points.map((number) => Math.round(number * share) || 0) };
  });
  return { rows, totals: sumsOf(rows), facts: [] };
}

/** A seat at the end of a game. */
export interface Placing {
  seat: number;
  place: number;
  points: number;
}

/** Who came where; whatever broke a tie, `ranks` knows it. */
export const placings = (scores: number[], ranks: number[]): Placing[] =>
  scores
    .map((points, seat) => ({ seat, points, place: ranks[seat]! }))
    .toSorted((one, other) => one.place - other.place || one.seat - other.seat);
