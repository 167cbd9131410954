/**
 * How far a worker comes: a hint on the board for what lies more than a step ahead. The server says
 * what a step may be; whatever is shown here is still walked step by step through its answers.
 */
import { neighbours, type Hex } from "./hexes";
import type { View, PiecesFile } from "./view";

export interface Reached {
  /** Movement points from where she stands. */
  cost: number;
  /** Soldiers for the last step. */
  soldiers: number;
  /** The hexes to be entered, this one last. */
  path: string[];
}

/** The hexes that belong together with one: its tile, or itself. */
function standing(view: View, name: string): string[] {
  return view.tiles.find((tile) => tile.cells.includes(name))?.cells ?? [name];
}

/** Soldiers that entering a hex takes. */
export function price(view: View, pieces: PiecesFile, seat: number, name: string): number {
  const prey = view.prey[name];
  if (prey) return pieces.prey[prey].soldiers;
  const tile = view.tiles.find((one) => one.cells.includes(name));
  if (tile) return tile.owner === null || tile.owner === seat ? 0 : 1;
  return view.seats.some((other, number) => number !== seat && other.tunnels.includes(name))
    ? 1
    : 0;
}

/**
 * All hexes that a worker of a seat reaches from one with so
 * many points. She goes on only from where entering is free.
 */
export function reach(
  view: View,
  pieces: PiecesFile,
  hexes: Map<string, Hex>,
  seat: number,
  from: string,
  points: number,
): Map<string, Reached> {
  const found = new Map<string, Reached>();
  const start = new Set(standing(view, from));
  let edge: { cells: string[]; path: string[] }[] = [{ cells: [...start], path: [] }];
  for (let cost = 1; cost <= points && edge.length; cost += 1) {
    const next: typeof edge = [];
    for (const { cells, path } of edge) {
      for (const name of cells.flatMap(neighbours)) {
        const hex = hexes.get(name);
        if (!hex || hex.terrain === "water" || found.has(name) || start.has(name)) continue;
        const soldiers = price(view, pieces, seat, name);
        if (soldiers > (view.seats[seat]?.soldiers ?? 0)) continue;
        const entered = standing(view, name);
        const way = [...path, name];
        for (const cell of entered) found.set(cell, { cost, soldiers, path: [...path, cell] });
        if (soldiers === 0) next.push({ cells: entered, path: way });
      }
    }
    edge = next;
  }
  return found;
}
