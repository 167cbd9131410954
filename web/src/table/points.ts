/** Points by category out of a game's breakdown. */
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
  const parts = Object.values(part).flatMap((value) =>
    Array.isArray(value) ? value : [],
  ) as unknown[];
  const found = parts
    .filter((one): one is Part => typeof one === "object" && one !== null)
    .map((one) => pointsIn(one, category))
    .filter((points): points is number => points !== null);
  return found.length ? found.reduce((sum, points) => sum + points, 0) : null;
}

/**
 * The rows of a score sheet, in the order in which the game
 * names its categories; the total comes last.
 */
export function rowsOf(breakdown: unknown, categories: string[]): PointsRow[] {
  const seats = ((breakdown as { seats?: Part[] } | null)?.seats ?? []) as Part[];
  const ordered = [...categories.filter((category) => category !== TOTAL), TOTAL];
  return ordered
    .map((category) => ({ category, found: seats.map((seat) => pointsIn(seat, category)) }))
    .filter(({ found }) => found.some((points) => points !== null))
    .map(({ category, found }) => ({ category, points: found.map((points) => points ?? 0) }));
}

/** A seat at the end of a game. */
export interface Placing {
  seat: number;
  place: number;
  points: number;
}

/** Who came where: those who won first, whatever broke a tie, then by points. */
export function placings(scores: number[], winners: number[]): Placing[] {
  const rank = (seat: number) => (winners.includes(seat) ? Infinity : scores[seat]!);
  return scores
    .map((points, seat) => ({
      seat,
      points,
      place: 1 + scores.filter((_, other) => rank(other) > rank(seat)).length,
    }))
    .toSorted((one, other) => one.place - other.place || one.seat - other.seat);
}

/**
 * The rows while they are counted, one after the other: `done` of them, the next one in part. The
 * total is what has been counted so far, until it is the game's own.
 */
export function counted(rows: PointsRow[], done: number): PointsRow[] {
  const parts = rows.filter((row) => row.category !== TOTAL);
  if (done >= parts.length) return rows;
  const shown = parts.map(({ category, points }, row) => {
    const share = Math.max(0, Math.min(1, done - row));
    return { category, points: points.map((number) => Math.round(number * share) || 0) };
  });
  const seats = rows[0]!.points.map((_, seat) => seat);
  const sums = seats.map((seat) => shown.reduce((sum, { points }) => sum + points[seat]!, 0));
  return [...shown, { category: TOTAL, points: sums }];
}
