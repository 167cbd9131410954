/**
 * What follows a step by itself: a harvest, the end of a season, a winter. Nothing is asked where
 * there is no choice, so one step may bring all of them; they are read from the two positions.
 */
import type { IconName } from "../../icons/drawings";
import type { Shown } from "../../table/kinds";
import type { Motion } from "../contract";
import { gardenOf, YIELDS } from "./hexes";
import { thing } from "./things";
import { SEASONS, type Cube, type View } from "./view";

type Step = Shown<View>;

const BEFORE_HARVEST: readonly View["phase"][] = ["worker", "garden", "stand", "lay", "harvest"];
const AFTER_HARVEST: readonly View["phase"][] = [
  ...["atelier", "discard", "event", "brood", "winter", "over"],
] as View["phase"][];

/** Some of what a colony has is gone. */
export const spent = (
  what: Cube | "larvae" | "soldiers",
  seat: number,
  count: number,
  icon: IconName,
): Motion => ({
  kind: "fade",
  thing: thing(what, seat),
  icon,
  count,
  after: 0,
  gain: { n: -count, icon },
});

export function aftermath(step: Step): Motion[] {
  const { before, after } = step;
  const isHarvested = BEFORE_HARVEST.includes(before.phase) && AFTER_HARVEST.includes(after.phase);
  const isOver = after.phase === "over" && before.phase !== "over";
  return [
    ...(isHarvested ? harvest(step) : []),
    ...(after.year > before.year || isOver ? winter(step) : []),
    ...(after.season !== before.season || after.year !== before.year ? season(step) : []),
  ];
}

/** One wave of cubes to the stores; special tiles bring theirs. */
function harvest({ before, after, desk }: Step): Motion[] {
  const hexes = gardenOf(desk);
  const left = new Set(after.tiles.flatMap((tile) => tile.cubes ?? []));
  const cubes = before.tiles.flatMap((tile) =>
    (tile.cubes ?? [])
      .filter((cell) => tile.owner !== null && !left.has(cell))
      .map((cell) => ({ cell, owner: tile.owner!, kind: YIELDS[hexes.get(cell)!.terrain]! })),
  );
  return [
    ...cubes.map(({ cell, owner, kind }, n): Motion => ({
      kind: "fly",
      thing: thing("cube", cell),
      to: thing(kind, owner),
      icon: kind,
      ms: 450,
      ...(n ? { after: 0 } : { sound: "clink" }),
    })),
    ...before.tiles.flatMap((tile) => special(tile)),
  ];
}

function special(tile: View["tiles"][number]): Motion[] {
  if (tile.owner === null || tile.kind === "pheromone") return [];
  const from = thing("tile", tile.cells[0]!);
  const seat = tile.owner;
  if (tile.kind === "farm")
    return [{ kind: "fly", thing: thing("food", seat), from, icon: "food", after: 0, ms: 450 }];
  return [
    {
      kind: "glow",
      thing: from,
      after: 0,
      ...(tile.kind === "subcolony" ? { gain: { seat, n: 2 } } : {}),
    },
  ];
}

/** Food is eaten; what was missing costs points. */
function winter({ before, after }: Step): Motion[] {
  return after.seats.flatMap((me, seat): Motion[] => {
    const had = before.seats[seat]!;
    const eaten = Math.max(0, had.food - me.food);
    const lost = me.points.winter - had.points.winter;
    return [
      {
        ...spent("food", seat, Math.max(1, eaten), "food"),
        sound: "wind",
        gain: lost ? { seat, n: lost } : { n: -eaten, icon: "food" },
      },
    ];
  });
}

/** The die of the season is gone, or all are rolled anew; the first player changes. */
function season({ before, after }: Step): Motion[] {
  const isNewYear = after.year !== before.year;
  const dice: Motion[] = isNewYear
    ? SEASONS.map((name, n) => ({
        kind: "flip",
        thing: thing("die", name),
        ms: 400,
        ...(n ? { after: 60 } : {}),
        sound: "wind",
      }))
    : [{ kind: "fade", thing: thing("die", before.season), sound: "wind" }];
  return [
    ...dice,
    ...(before.first === after.first
      ? []
      : [{ kind: "fly", thing: thing("first"), icon: "flag", after: 0 } satisfies Motion]),
  ];
}
