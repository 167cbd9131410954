/** What of an Antics! position is drawn: see docs/notation/antics.md. */
import type { IconName } from "../../icons/drawings";
import type { Desk } from "../../table/desk.svelte";

export type Way = "e" | "ne" | "nw" | "w" | "sw" | "se";
export type Mark = "scout" | "build" | "hatch" | "ants" | "transport" | "fungus";
export type Nest = "flower" | "grass" | "water" | "soil" | "stone" | "red";
export type Colour = "yellow" | "green" | "blue" | "brown" | "grey" | "red";
export type Prey = "butterfly" | "grasshopper" | "dragonfly" | "beetle" | "woodlouse" | "ladybird";
export type Food = Prey | "green" | "brown";
/** A path by its number; the gorge has none. */
export type PathName = number | "gorge";
export type Point = readonly [number, number];

export type Phase =
  | "act"
  | "scout"
  | "tile"
  | "hex"
  | "lay"
  | "hatch"
  | "ants"
  | "transport"
  | "give"
  | "store"
  | "return"
  | "anteater"
  | "over";

export interface Hex {
  hex: number;
  at: Point;
  level: number;
  symbol: Mark;
  /** Where the other half of its tile lies. */
  mate: Way;
}

export interface Colony {
  hill: string[];
  tiles: string[];
  nests: Partial<Record<Nest, number>>;
  workers: PathName[];
  soldiers: PathName[];
  /** Food and path: `butterfly 2`, `green gorge`. */
  carrying: string[];
  stored: Partial<Record<Prey, number>>;
  waiting: Prey[];
  green: number;
  brown: number;
  ants: number;
  levels: number[];
  hexes: Hex[];
}

export interface AnticsView {
  players: number;
  phase: Phase;
  first: number;
  round: number;
  actions: number;
  // What belongs to a turn is left out while it is cleaned up.
  hero?: boolean;
  marked?: number[];
  last_turns?: number;
  level?: number;
  scout_field?: number;
  steps?: number;
  tile?: string;
  spot?: string;
  pick?: string;
  wanted?: Prey;
  colonies: Colony[];
  prey: Partial<Record<Prey, number>>;
  /** Clearings, once for each leaf there. */
  leaves: number[];
  /** Rows a, b, c of six fields: a tile, the colour of an anteater, or nothing. */
  display: (string | null)[][];
  arrived?: Colour[];
  to_act: number[];
  bag: Record<string, number>;
}

export interface Clearing {
  id: number;
  at: Point;
  great_anthill?: boolean;
  leaf?: "green" | "brown";
  prey?: Prey;
}

export interface Path {
  id: number;
  ends: Point;
  terrain: Nest;
}

export interface BoardParts {
  nests: { nest: Nest; at: Point }[];
  anteaters: [Colour, Colour][];
  clearings: Clearing[];
  paths: Path[];
  gorge: Point;
}

export interface TileParts {
  base: [number, number, Mark][][];
}

/** Nest, colour and prey of one line belong together. */
const KINDS: [Nest, Colour, Prey][] = [
  ["flower", "yellow", "butterfly"],
  ["grass", "green", "grasshopper"],
  ["water", "blue", "dragonfly"],
  ["soil", "brown", "beetle"],
  ["stone", "grey", "woodlouse"],
  ["red", "red", "ladybird"],
];

export const isColour = (text: string): text is Colour =>
  KINDS.some(([, colour]) => colour === text);
export const preyOf = (colour: Colour): Prey => KINDS.find((kind) => kind[1] === colour)![2];
export const nestOf = (colour: Colour): Nest => KINDS.find((kind) => kind[1] === colour)![0];
export const nestOfPrey = (prey: Prey): Nest => KINDS.find((kind) => kind[2] === prey)![0];

const ICONS: Partial<Record<Food, IconName>> = {
  ladybird: "ladybug",
  green: "green_leaf",
  brown: "brown_leaf",
};
export const foodIcon = (food: Food): IconName => ICONS[food] ?? (food as IconName);

/** `scout+hatch`: its first symbol and its second. */
export function halves(tile: string): [Mark, Mark] {
  const [first, second] = tile.split("+") as [Mark, Mark];
  return [first, second];
}

/** `butterfly 2`, `green gorge`: the food and where it is. */
export function carried(entry: string): { food: Food; path: PathName } {
  const [food, path] = entry.split(" ") as [Food, string];
  return { food, path: path === "gorge" ? path : Number(path) };
}

export const shown = (desk: Desk): AnticsView => desk.shown as AnticsView;
export const boardOf = (desk: Desk): BoardParts =>
  desk.facts.components["antics/board"] as BoardParts;
export const tilesOf = (desk: Desk): TileParts =>
  desk.facts.components["antics/tiles"] as TileParts;

/** Whose turn it is. */
export const acting = (view: AnticsView): number => view.to_act[0] ?? 0;
