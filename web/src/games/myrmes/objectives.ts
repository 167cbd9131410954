/**
 * How far a colony is with an objective. What may be done
 * says the server; this only counts what lies open.
 */
import type { Desk } from "../../table/desk.svelte";
import { neighbours } from "./hexes";
import { ROOMS, type Objective, type PiecesFile, type View } from "./view";

/** Points of an objective by its level. */
export const POINTS = [0, 6, 9, 12];

/** One of the six, as it stands for a seat. */
export interface Asked {
  number: number;
  objective: Objective;
  text: string;
  /** Who has fulfilled it, and in which season. */
  done: { number: number; season: number }[];
  /** Whether one of the level before it must come first. */
  isClosed: boolean;
  isMine: boolean;
  has: number;
  wants: number;
}

export function objectivesOf(
  desk: Desk,
  view: View,
  pieces: PiecesFile,
  seat = Math.min(desk.looking, view.players - 1),
): Asked[] {
  const all = view.objectives.map((id) => pieces.objectives.find((one) => one.id === id)!);
  const hasDone = (other: number, index: number) => view.seats[other]!.done[String(index + 1)] ?? 0;
  return all.map((objective, index) => ({
    number: index + 1,
    objective,
    text: desk.say(`ask_${objective.ask}`, {
      need: objective.need ?? 0,
      pay: objective.pay ?? 0,
      level: ROOMS[objective.need ?? 0] ?? "",
    }),
    done: view.seats
      .map((_, number) => ({ number, season: hasDone(number, index) }))
      .filter((one) => one.season > 0),
    isClosed:
      objective.level > 1 &&
      !all.some((other, n) => other.level === objective.level - 1 && hasDone(seat, n)),
    isMine: hasDone(seat, index) > 0,
    has: have(view, seat, objective),
    wants: wanted(objective),
  }));
}

/** What is missing, in words. */
export function stateOf(desk: Desk, card: Asked): string {
  if (card.isMine) return desk.say("is_done");
  if (card.isClosed) return desk.say("is_closed");
  if (card.has >= card.wants) return desk.say("is_ready");
  return desk.say("is_missing", { count: card.wants - card.has });
}

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
