/** Words of Antics! and of its components: see docs/notation/antics.md. */
import type { IconName } from "../../icons/drawings";
import type { Desk } from "../../table/desk.svelte";
import type { AnticsColonyView as Colony, HillHexView as Hex, View } from "./schema";

export type { Colony, Hex, View };
export type Way = Hex["mate"];
export type Mark = Hex["symbol"];
export type Nest = "flower" | "grass" | "water" | "soil" | "stone" | "red";
export type Colour = View["arrived"][number];
export type Prey = Colony["waiting"][number];
export type Food = Prey | "green" | "brown";
/** A path by its number; the gorge has none. */
export type PathName = Colony["workers"][number];
export type Point = readonly [number, number];

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
export const isLeaf = (food: Food): food is "green" | "brown" =>
  food === "green" || food === "brown";
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

export const shown = (desk: Desk): View => desk.shown as View;
export const boardOf = (desk: Desk): BoardParts =>
  desk.facts.components["antics/board"] as BoardParts;
export const tilesOf = (desk: Desk): TileParts =>
  desk.facts.components["antics/tiles"] as TileParts;

/** Whose turn it is. */
export const acting = (view: View): number => view.to_act[0] ?? 0;
