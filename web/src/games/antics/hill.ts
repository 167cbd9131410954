/**
 * Hexes of a hill: pointed at the top, axial coordinates, as docs/notation/antics.md counts them.
 */
import type { Box } from "../contract";
import type { Hex, Mark, Point, TileParts, Way } from "./view";
import { halves } from "./view";

/** From the middle of a hex to its corners. */
export const SIDE = 30;
/** How much higher each level is drawn. */
export const LIFT = 4;

const WIDTH = Math.sqrt(3) * SIDE;
const STEPS: Record<Way, Point> = {
  e: [1, 0],
  ne: [1, -1],
  nw: [0, -1],
  w: [-1, 0],
  sw: [-1, 1],
  se: [0, 1],
};
/** The sides in the order of the corners, from the top clockwise. */
const SIDES: Way[] = ["ne", "e", "se", "sw", "w", "nw"];

export const beside = ([q, r]: Point, way: Way): Point => [q + STEPS[way][0], r + STEPS[way][1]];

/** The way from a cell to one beside it. */
export const wayTo = (from: Point, to: Point): Way =>
  SIDES.find((way) => nameOf(beside(from, way)) === nameOf(to))!;

/** The middle of a hex on the ground. */
export const middle = ([q, r]: Point): Point => [WIDTH * (q + r / 2), 1.5 * SIDE * r];

/** The middle of the top of a hex of that level. */
export function top(at: Point, level: number): Point {
  const [x, y] = middle(at);
  return [x, y - LIFT * (level - 1)];
}

const corner = (index: number, side: number): Point => {
  const angle = (Math.PI / 3) * index - Math.PI / 2;
  return [side * Math.cos(angle), side * Math.sin(angle)];
};

const written = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The outline of a hex around 0, 0. */
export function outline(side = SIDE): string {
  return `M${[0, 1, 2, 3, 4, 5].map((index) => written(corner(index, side))).join("L")}z`;
}

/** The edges of a hex but that to the other half of its tile. */
export function rim(mate: Way, side = SIDE): string {
  const open = SIDES.indexOf(mate);
  const corners = [1, 2, 3, 4, 5, 6].map((step) => written(corner((open + step) % 6, side)));
  return `M${corners.join("L")}`;
}

/**
 * Everything from the left- and topmost point to the right-
 * and lowest, with a ring of empty hexes around it.
 */
export function extent(cells: readonly Point[], ring: number): Box {
  const middles = cells.map(middle);
  const [xs, ys] = [middles.map(([x]) => x), middles.map(([, y]) => y)];
  const [left, right] = [
    Math.min(...xs) - WIDTH * (0.5 + ring),
    Math.max(...xs) + WIDTH * (0.5 + ring),
  ];
  const [high, low] = [
    Math.min(...ys) - SIDE * (1 + 1.5 * ring) - LIFT,
    Math.max(...ys) + SIDE * (1 + 1.5 * ring) + LIFT,
  ];
  return { x: left, y: high, width: right - left, height: low - high };
}

/** A cell as a key. */
export const nameOf = ([q, r]: Point): string => `${q},${r}`;

/** All symbols of each hex, from the ground to the top, as the tiles were laid. */
export function stacks(base: TileParts["base"], hill: string[]): Map<string, Mark[]> {
  const found = new Map<string, Mark[]>();
  const lay = (at: Point, mark: Mark) =>
    found.set(nameOf(at), [...(found.get(nameOf(at)) ?? []), mark]);
  for (const [q, r, mark] of base.flat()) lay([q, r], mark);
  for (const entry of hill) {
    const [tile, place, way] = entry.split(" ") as [string, string, Way];
    const at = place.split(",").map(Number) as unknown as Point;
    const [first, second] = halves(tile);
    lay(at, first);
    lay(beside(at, way), second);
  }
  return found;
}

/** What lies under the top of a hex, the nearest first. */
export const coveredAt = (all: Map<string, Mark[]>, at: Point): Mark[] =>
  (all.get(nameOf(at)) ?? []).slice(0, -1).reverse();

/**
 * `4` or `4 se`: a hex of the hill or the ground beside it,
 * and the level that a tile there would have.
 */
export function spotAt(hexes: Hex[], spot: string): { at: Point; level: number } | null {
  const [number, way] = spot.split(" ") as [string, Way | undefined];
  const hex = hexes.find((candidate) => candidate.hex === Number(number));
  if (!hex) return null;
  return way ? { at: beside(hex.at, way), level: 1 } : { at: hex.at, level: hex.level + 1 };
}
