/** Words of Myrmes and of its components: see docs/notation/myrmes.md. */
import type { Desk } from "../../table/desk.svelte";
import type {
  ColonyView,
  CubesView,
  GardenTileView,
  NursesView,
  PheromonesView,
  PointsView,
  View,
} from "./schema";

export type { ColonyView, GardenTileView, View };
export type Track = keyof NursesView;
export type Cube = keyof CubesView;
export type Form = keyof PheromonesView;
export type Special = Exclude<GardenTileView["kind"], "pheromone">;
/** A tile in a supply. */
export type Lay = Form | Special;
export type Prey = View["prey"][string];
export type Terrain = "grass" | "earth" | "stone" | "mushroom" | "water";

export const TRACKS: readonly Track[] = ["larvae", "workers", "soldiers", "atelier"];
export const CUBES: readonly Cube[] = ["food", "earth", "stone"];
export const SEASONS: readonly View["season"][] = ["spring", "summer", "autumn"];
export const FORMS: readonly Form[] = [
  "pair",
  "line",
  "triangle",
  "rhombus",
  "pistol",
  "trapezoid",
  "pyramid",
];
export const SPECIALS: readonly Special[] = ["farm", "scavenging", "subcolony"];
export const isSpecial = (name: Lay | GardenTileView["kind"]): name is Special =>
  SPECIALS.some((special) => special === name);
export const SOURCES: readonly (keyof PointsView)[] = [
  "start",
  "pheromones",
  "specials",
  "hunting",
  "cleaning",
  "queen",
  "event",
  "subcolonies",
  "objectives",
  "bonus",
  "winter",
];

export interface Objective {
  id: number;
  level: number;
  ask: string;
  need?: number;
  pay?: number;
}

export interface BoardFile {
  rows: Record<string, string>;
  prey: string[];
  pieces: Record<"top" | "left" | "right", string[]>;
  starts: Record<string, string[]>;
}

export interface PiecesFile {
  pheromones: Record<Form, { pieces: number; points: number }>;
  specials: { points: Record<Special, number> };
  prey: Record<Prey, { soldiers: number; food: number; points: number }>;
  objectives: Objective[];
}

export const shown = (desk: Desk): View => desk.shown as View;

/** The components, whatever set is played with. */
export function filesOf(components: Record<string, unknown>): {
  board: BoardFile;
  pieces: PiecesFile;
} {
  return {
    board: components["myrmes/board"] as BoardFile,
    pieces: components["myrmes/pieces"] as PiecesFile,
  };
}

/** What the next level costs, by the level that is reached. */
export function levelCost(
  level: number,
  options: Record<string, string>,
): Partial<Record<Cube, number>> {
  if (level === 1) return { earth: 2 };
  if (level === 2)
    return options.level_2_cost === "board" ? { earth: 2, stone: 1 } : { earth: 1, stone: 2 };
  return { stone: 3 };
}

/** What nurses bring, by how many stand on a track. */
export const BORN: Record<Exclude<Track, "atelier">, number[]> = {
  larvae: [0, 1, 3, 5],
  workers: [0, 0, 1, 1, 2],
  soldiers: [0, 0, 1, 2],
};
export const ROOMS = ["0", "I", "II", "III"];

/** How many nurses a track has room for. */
export const SLOTS: Record<Track, number> = { larvae: 3, workers: 4, soldiers: 3, atelier: 4 };

export const SPECIAL_COSTS: Record<Special, Partial<Record<Cube, number>>> = {
  farm: { stone: 1 },
  scavenging: { food: 1 },
  subcolony: { food: 1, earth: 1, stone: 1 },
};

/** Nurses who wait in the nursery. */
export const idle = (me: ColonyView): number =>
  me.nurses - TRACKS.reduce((sum, track) => sum + me.placed[track], 0);

/** This season's die; 0 where there is none. */
export const dieOf = (view: View): number =>
  view.phase === "winter" || view.phase === "over" || view.phase === "start"
    ? 0
    : (view.dice[SEASONS.indexOf(view.season)] ?? 0);

/** The larvae that an event takes. */
export const larvaeTo = (view: View, event: number): number => Math.abs(event - dieOf(view));

/** The steps of a worker who leaves the colony. */
export const stepsOf = (me: ColonyView): number => (me.event === 4 ? 6 : 3);

export const TRACK_ICONS = {
  larvae: "larva",
  workers: "worker",
  soldiers: "soldier",
  atelier: "atelier",
} as const;

/** What nurses can do in the atelier. */
export const ACTS = {
  tunnel: "tunnel",
  level: "deeper",
  nurse: "nurse",
  objective: "objective",
} as const;
