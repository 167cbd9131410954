/**
 * Where a tile can be built, counted ahead so that it can be turned to and fro before it is laid.
 * The server decides; what is said here follows AN-5.4 to AN-5.18.
 */
import { beside, nameOf } from "./hill";
import { halves, type Colony, type Hex, type Point, type Way } from "./view";

const WAYS: Way[] = ["e", "se", "sw", "w", "nw", "ne"]; // clockwise, as a tile is turned
const HIGHEST = 5;

/** How a tile lies with one half on a spot; swapped: its second symbol lies there. */
export interface Laying {
  way: Way;
  isSwapped: boolean;
}

/** A hex of the hill, or the ground beside it, on which one half of a tile can lie. */
export interface Spot {
  /** As notation names it: `4`, `4 se`. */
  name: string;
  at: Point;
  /** The level that the tile would have. */
  level: number;
  layings: Laying[];
}

export const opposite = (way: Way): Way => WAYS[(WAYS.indexOf(way) + 3) % 6]!;

export const written = ({ way, isSwapped }: Laying): string =>
  `lay ${way}${isSwapped ? " swapped" : ""}`;

/** The cells of a tile, that of its first symbol first. */
export function cellsOf({ at }: Spot, { way, isSwapped }: Laying): [Point, Point] {
  const other = beside(at, way);
  return isSwapped ? [other, at] : [at, other];
}

/** Every spot for a tile on a hill; markers and prey are not built over. */
export function spotsFor(colony: Colony, marked: readonly number[], tile: string): Spot[] {
  const hexes = new Map(colony.hexes.map((hex) => [nameOf(hex.at), hex]));
  const kept = new Set([...marked, ...Object.values(colony.stored)]);
  const [first, second] = halves(tile);
  return [...onHill(hexes, kept), ...onGround(hexes, first !== second)];
}

type Hexes = Map<string, Hex>;

function onHill(hexes: Hexes, kept: Set<number>): Spot[] {
  return [...hexes.values()].flatMap((hex) => {
    if (kept.has(hex.hex) || hex.level === HIGHEST) return [];
    const ways = WAYS.filter((way) => {
      const other = hexes.get(nameOf(beside(hex.at, way)));
      return other && !kept.has(other.hex) && other.level === hex.level && hex.mate !== way;
    });
    return spot(String(hex.hex), hex.at, hex.level + 1, ways.map(straight));
  });
}

function onGround(hexes: Hexes, canSwap: boolean): Spot[] {
  const names = groundBeside(hexes);
  return [...names.values()].flatMap(({ name, at }) => {
    const free = WAYS.filter((way) => !hexes.has(nameOf(beside(at, way))));
    const apart = free.filter((way) => canSwap && !names.has(nameOf(beside(at, way))));
    const swapped = apart.map((way) => ({ way, isSwapped: true }));
    return spot(name, at, 1, [...free.map(straight), ...swapped]);
  });
}

/** Empty cells that touch the hill, each named after the lowest hex that it touches. */
function groundBeside(hexes: Hexes): Map<string, { name: string; at: Point }> {
  const found = new Map<string, { name: string; at: Point }>();
  for (const hex of [...hexes.values()].sort((one, other) => one.hex - other.hex)) {
    for (const way of WAYS) {
      const at = beside(hex.at, way);
      const key = nameOf(at);
      if (!hexes.has(key) && !found.has(key)) found.set(key, { name: `${hex.hex} ${way}`, at });
    }
  }
  return found;
}

const straight = (way: Way): Laying => ({ way, isSwapped: false });

const spot = (name: string, at: Point, level: number, layings: Laying[]): Spot[] =>
  layings.length ? [{ name, at, level, layings }] : [];

/**
 * The decisions that lay a tile, from the first that is still to be taken. What leaves no choice
 * is not asked: the only kind of tile, the only way.
 */
export function stepsTo(
  phase: string,
  tiles: readonly string[],
  tile: string,
  { name, layings }: Spot,
  laying: Laying,
): string[] {
  return [
    ...(phase === "tile" && new Set(tiles).size > 1 ? [`tile ${tile}`] : []),
    ...(phase === "lay" ? [] : [`hex ${name}`]),
    ...(layings.length > 1 ? [written(laying)] : []),
  ];
}

/** The next way to turn a tile, clockwise or against it. */
export function turned(layings: Laying[], now: Laying, by: 1 | -1): Laying {
  const order = [...layings].sort(
    (one, other) =>
      WAYS.indexOf(one.way) - WAYS.indexOf(other.way) ||
      Number(one.isSwapped) - Number(other.isSwapped),
  );
  const at = order.findIndex((one) => written(one) === written(now));
  return order[(at + by + order.length) % order.length]!;
}
