/** Written by web/schema.py from what the server says of itself: not to be edited. */

/** A player's colony; the cubes are those in her storeroom. */
export interface ColonyView {
  food: number;
  earth: number;
  stone: number;
  larvae: number;
  soldiers: number;
  nurses: number;
  level: number;
  trophies: number;
  workers: number;
  rooms: number[];
  tunnels: string[];
  event: number;
  placed: NursesView;
  done: Record<string, number>;
  left: PheromonesView;
  markers: number;
  points: PointsView;
  room_level: number;
  size_limit: number;
  capacity: number;
  ants_left: number;
  excess?: number;
  missing?: number;
  step?: "atelier" | "cubes" | "event" | "feed" | "hatch" | "larvae" | "more" | "ready" | "scavenge" | "soldiers" | "tiles" | "workers";
  hatch?: number;
  picked?: string[];
  chosen?: number[];
}

/** Cubes by kind. */
export interface CubesView {
  food: number;
  earth: number;
  stone: number;
}

/** A tile in the garden. */
export interface GardenTileView {
  cells: string[];
  kind: "farm" | "pheromone" | "scavenging" | "subcolony";
  owner: number | null;
  cubes?: string[];
}

/** Nurses by track. */
export interface NursesView {
  larvae: number;
  workers: number;
  soldiers: number;
  atelier: number;
}

/** Pheromones in a player's supply, by form. */
export interface PheromonesView {
  pair: number;
  line: number;
  triangle: number;
  rhombus: number;
  pistol: number;
  trapezoid: number;
  pyramid: number;
}

/** A player's points by where they come from. */
export interface PointsView {
  start: number;
  pheromones: number;
  specials: number;
  hunting: number;
  cleaning: number;
  queen: number;
  event: number;
  subcolonies: number;
  objectives: number;
  bonus: number;
  winter: number;
}

/** What a seat knows of a game of Myrmes. */
export interface View {
  game: string;
  players: number;
  options: Record<string, string>;
  year: number;
  season: "autumn" | "spring" | "summer";
  phase: "atelier" | "brood" | "dig" | "discard" | "event" | "garden" | "give" | "harvest" | "lay" | "over" | "pay" | "stand" | "start" | "winter" | "worker";
  first: number;
  dice: number[];
  objectives: number[];
  prey: Record<string, "ladybug" | "spider" | "termite">;
  tiles: GardenTileView[];
  seats: ColonyView[];
  to_act: number[];
  scores: number[];
  supply: CubesView | null;
  farms: number;
  subcolonies: number;
  winter: number;
  asked?: number[];
  seat?: number;
  worker?: string;
  moves?: number;
  hunted?: boolean;
  paid?: string[];
  laying?: "farm" | "line" | "pair" | "pistol" | "pyramid" | "rhombus" | "scavenging" | "subcolony" | "trapezoid" | "triangle";
  used?: ("level" | "nurse" | "objective" | "tunnel")[];
  due?: number;
  objective?: number;
}

/** Where each kind of action begins in the action space. */
export const CODES = {
  event: 0,
  larvae: 8,
  workers: 12,
  soldiers: 17,
  atelier: 21,
  hatch: 26,
  room: 30,
  lay: 35,
  clean: 45,
  convert: 46,
  done: 47,
  tunnel: 48,
  level: 49,
  nurse: 50,
  objective: 51,
  food: 57,
  earth: 58,
  stone: 59,
  hex: 60,
  place: 211,
} as const;

export type Kind = keyof typeof CODES;
