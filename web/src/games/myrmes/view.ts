/** What the page reads of a view and of the components: see docs/notation/myrmes.md. */
export const TRACKS = ["larvae", "workers", "soldiers", "atelier"] as const;
export type Track = (typeof TRACKS)[number];
export const CUBES = ["food", "earth", "stone"] as const;
export type Cube = (typeof CUBES)[number];
export const SEASONS = ["spring", "summer", "autumn"] as const;
export const FORMS = [
  "pair",
  "line",
  "triangle",
  "rhombus",
  "pistol",
  "trapezoid",
  "pyramid",
] as const;
export type Form = (typeof FORMS)[number];
export const SPECIALS = ["farm", "scavenging", "subcolony"] as const;
export type Special = (typeof SPECIALS)[number];
export const SOURCES = [
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
] as const;

export type Prey = "ladybug" | "termite" | "spider";
export type Terrain = "grass" | "earth" | "stone" | "mushroom" | "water";

export interface TileView {
  cells: string[];
  kind: "pheromone" | Special;
  owner: number | null;
  cubes?: string[];
}

export interface Colony {
  larvae: number;
  food: number;
  earth: number;
  stone: number;
  soldiers: number;
  nurses: number;
  level: number;
  trophies: number;
  workers: number;
  rooms: number[];
  tunnels: string[];
  event: number;
  placed: Record<Track, number>;
  done: Record<string, number>;
  left: Record<Form, number>;
  markers: number;
  points: Record<(typeof SOURCES)[number], number>;
  step?: string;
  room_level: number;
  size_limit: number;
  capacity: number;
  ants_left: number;
  excess?: number;
  missing?: number;
}

export interface MyrmesView {
  players: number;
  options: Record<string, string>;
  year: number;
  season: (typeof SEASONS)[number];
  phase: string;
  first: number;
  seat?: number;
  dice: number[];
  objectives: number[];
  prey: Record<string, Prey>;
  tiles: TileView[];
  seats: Colony[];
  worker?: string;
  moves?: number;
  laying?: string;
  used?: string[];
  objective?: number;
  due?: number;
  to_act: number[];
  scores: number[];
  farms: number;
  subcolonies: number;
  supply: Record<Cube, number> | null;
  winter: number;
}

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
