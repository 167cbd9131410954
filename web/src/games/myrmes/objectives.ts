/**
 * How far a colony is with an objective. What may be done
 * says the server; this only counts what lies open.
 */
import { neighbours } from "./hexes";
import type { View, Objective } from "./view";

/** How many things an objective asks for. */
export function wanted(objective: Objective): number {
  return objective.need ?? objective.pay ?? 1;
}

/** How many of them a seat has. */
export function have(view: View, seat: number, objective: Objective): number {
  const me = view.seats[seat]!;
  const own = view.tiles.filter((tile) => tile.owner === seat);
  switch (objective.ask) {
    case "food":
    case "stone":
    case "larvae":
    case "soldiers":
      return me[objective.ask];
    case "earth_or_stone":
      return me.earth + me.stone;
    case "prey":
      return me.trophies;
    case "specials":
      return own.filter((tile) => tile.kind !== "pheromone").length;
    case "nurses":
      return me.nurses + Object.keys(me.done).length;
    case "colony":
      return view.options.event_0 === "everything" ? Math.min(me.room_level, 3) : me.level;
    default:
      return largestGroup(
        own
          .filter((tile) =>
            tile.kind === "pheromone"
              ? view.options.group_empty !== "ignored" || (tile.cubes?.length ?? 0) > 0
              : view.options.group_special === "counted",
          )
          .map((tile) => tile.cells),
      );
  }
}

/** The most tiles that hang together by edges. */
export function largestGroup(tiles: string[][]): number {
  const rest = new Set(tiles);
  let most = 0;
  for (const first of tiles) {
    if (!rest.delete(first)) continue;
    const group = [first];
    for (const tile of group) {
      const around = new Set(tile.flatMap(neighbours));
      for (const other of rest)
        if (other.some((cell) => around.has(cell)) && rest.delete(other)) group.push(other);
    }
    most = Math.max(most, group.length);
  }
  return most;
}
