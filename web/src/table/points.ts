/** Points by category out of a game's breakdown. */
type Part = Record<string, unknown>;

export interface PointsRow {
  category: string;
  /** One for each seat. */
  points: number[];
}

const TOTAL = "total";

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
