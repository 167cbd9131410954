/** Anthills, and the tiles that they are made of: see docs/notation/micropolis.md. */
import type { Desk } from "../../table/desk.svelte";
import type { AnthillView as Anthill, ScoreSheetView as Sheet, View } from "./schema";

export type { Anthill, Sheet, View };
export type Category = Exclude<keyof Sheet, "total">;
export type Port = "LO" | "LI" | "RO" | "RI";
export type Fruit = "cherry" | "lemon" | "grape" | "blackberry" | "fig" | "pomegranate" | "gift";
export type Specialist = "queen" | "nurse" | "architect" | "officer" | "sentinel";

/**
 * A piece of gallery on a tile: the openings that it joins, who lives in it and what lies there.
 */
export interface Segment {
  ports: Port[];
  workers?: number;
  specialist?: Specialist;
  eggs?: number;
  fruits?: Fruit[];
}

export interface Thing {
  name: "worker" | Specialist | Fruit;
  eggs: number;
}

/** Who and what is in a piece of gallery, the most important first. */
export function thingsOf({ specialist, eggs = 0, fruits = [], workers = 0 }: Segment): Thing[] {
  return [
    ...(specialist ? [{ name: specialist, eggs }] : []),
    ...fruits.map((name) => ({ name, eggs: 0 })),
    ...Array.from({ length: workers }, () => ({ name: "worker" as const, eggs: 0 })),
  ];
}

export interface Tile {
  id: number;
  barracks?: number;
  segments: Segment[];
}

export const CATEGORIES: readonly Category[] = [
  "population",
  "colony",
  "harvest",
  "royal",
  "red_army",
  "barracks",
];

export const RING = 10;

export const shown = (desk: Desk): View => desk.shown as View;

/** Foundations of a seat: two in the expert game. */
export const each = (view: View): number => (view.options.variant === "expert" ? 2 : 1);

export const ownerOf = (view: View, anthill: number): number => Math.floor(anthill / each(view));

export function anthillsOf(view: View, seat: number): number[] {
  return Array.from({ length: each(view) }, (_, which) => seat * each(view) + which);
}

/** The name that notation gives an anthill: 1, 2, … or 1a, 1b, 2a, … */
export function nameOf(view: View, anthill: number): string {
  return `${ownerOf(view, anthill) + 1}${each(view) === 2 ? "ab"[anthill % 2] : ""}`;
}

const indexes = new WeakMap<object, Map<number, Tile>>();

/** A tile of the component set in use. */
export function tileOf(desk: Desk, id: number): Tile {
  const set = desk.facts.components["micropolis/tiles"] as { tiles: Tile[] };
  let index = indexes.get(set);
  if (!index) indexes.set(set, (index = new Map(set.tiles.map((tile) => [tile.id, tile]))));
  return index.get(id) ?? { id, segments: [] };
}

const modulo = (slot: number): number => ((slot % RING) + RING) % RING;

/** The slots of a ring, counted from 0, and the tile in each; 0 where there is none. */
export function ringOf(anthill: Anthill): number[] {
  const ring = Array<number>(RING).fill(0);
  anthill.tiles.forEach((tile, index) => (ring[modulo(index - anthill.lefts)] = tile));
  return ring;
}

/** The slot where a tile put at that end would lie. */
export function slotAt(anthill: Anthill, side: "left" | "right"): number {
  return side === "left"
    ? modulo(-anthill.lefts - 1)
    : modulo(anthill.tiles.length - anthill.lefts);
}

/** The points of a seat as they stand. */
export const pointsOf = (view: View, seat: number): number =>
  anthillsOf(view, seat).reduce((sum, number) => sum + view.points[number]!.total, 0);
