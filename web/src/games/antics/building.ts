/**
 * How a tile can be built, counted ahead so that it can be turned to and fro before it is laid.
 * The server decides; what is said here follows AN-5.4 to AN-5.18.
 */
import { beside, nameOf } from "./hill";
import { halves, type Colony, type Hex, type Point, type Way } from "./view";

const WAYS: Way[] = ["e", "se", "sw", "w", "nw", "ne"]; // clockwise, as a tile is turned
const HIGHEST = 5;

/** A way to lay a tile. */
export interface Laying {
  /** Where its first and its second symbol come to lie. */
  cells: [Point, Point];
  level: number;
  /** The spot as notation names it: `4`, `4 se`. */
  spot: string;
  /** How it lies there: `lay e`, `lay e swapped`. */
  lay: string;
}

type Hexes = Map<string, Hex>;

/** Every way to lay a tile on a hill; markers and prey are not built over. */
export function layings(colony: Colony, marked: readonly number[], tile: string): Laying[] {
  const hexes: Hexes = new Map(colony.hexes.map((hex) => [nameOf(hex.at), hex]));
  const kept = new Set([...marked, ...Object.values(colony.stored)]);
  const [first, second] = halves(tile);
  return [...onHill(hexes, kept), ...onGround(hexes, first !== second)];
}

function onHill(hexes: Hexes, kept: Set<number>): Laying[] {
  return [...hexes.values()].flatMap((hex) => {
    if (kept.has(hex.hex) || hex.level === HIGHEST) return [];
    return WAYS.flatMap((way) => {
      const other = hexes.get(nameOf(beside(hex.at, way)));
      if (!other || kept.has(other.hex) || other.level !== hex.level || hex.mate === way) return [];
      const cells: [Point, Point] = [hex.at, other.at];
      return [{ cells, level: hex.level + 1, spot: String(hex.hex), lay: `lay ${way}` }];
    });
  });
}

function onGround(hexes: Hexes, canSwap: boolean): Laying[] {
  const names = groundBeside(hexes);
  return [...names.values()].flatMap(({ name: spot, at }) =>
    WAYS.flatMap((way) => {
      const other = beside(at, way);
      if (hexes.has(nameOf(other))) return [];
      const straight: Laying = { cells: [at, other], level: 1, spot, lay: `lay ${way}` };
      const swapped: Laying = { ...straight, cells: [other, at], lay: `lay ${way} swapped` };
      return canSwap && !names.has(nameOf(other)) ? [straight, swapped] : [straight];
    }),
  );
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

/** Which half of a tile lies where it was put: the first symbol, or the second. */
export type Half = 0 | 1;

/** The ways to lie with a half on a cell, in the order in which the tile is turned. */
export function turnsOn(all: readonly Laying[], at: Point, half: Half): Laying[] {
  const found = all.filter(({ cells }) => nameOf(cells[half]) === nameOf(at));
  const wayOf = ({ cells }: Laying) =>
    WAYS.findIndex((way) => nameOf(beside(at, way)) === nameOf(cells[1 - half]!));
  return found.sort((one, other) => wayOf(one) - wayOf(other));
}

/** The cell of the other half. */
export const otherCell = ({ cells }: Laying, half: Half): Point => cells[1 - half]!;

export const isSameLaying = (one: Laying, other: Laying | null | undefined): boolean =>
  one.spot === other?.spot && one.lay === other.lay;

/**
 * The decisions that lay a tile, from the first that is still to be taken. What leaves no choice
 * is not asked: the only kind of tile, the only way on a spot.
 */
export function stepsTo(
  phase: string,
  tiles: readonly string[],
  tile: string,
  all: readonly Laying[],
  { spot, lay }: Laying,
): string[] {
  const isAsked = phase === "lay" || all.filter((one) => one.spot === spot).length > 1;
  return [
    ...(phase === "tile" && new Set(tiles).size > 1 ? [`tile ${tile}`] : []),
    ...(phase === "lay" ? [] : [`hex ${spot}`]),
    ...(isAsked ? [lay] : []),
  ];
}
