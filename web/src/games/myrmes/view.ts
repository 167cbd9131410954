/** Words of Myrmes and of its components: see docs/notation/myrmes.md. */
import type { Desk } from "../../table/desk.svelte";
import type {
  CubesView,
  GardenTileView,
  NursesView,
  PheromonesView,
  PointsView,
  View,
} from "./schema";

export type { GardenTileView, View };
export type Track = keyof NursesView;
export type Cube = keyof CubesView;
export type Form = keyof PheromonesView;
export type Special = Exclude<GardenTileView["kind"], "pheromone">;
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
