/** The parts of a Micropolis view that the board draws: see docs/notation/micropolis.md. */
import type { Desk } from "../../table/desk.svelte";

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

export interface Anthill {
  army: number;
  tokens: number;
  /** From the left end to the right end. */
  tiles: number[];
  /** How many of them lie left of the first one placed. */
  lefts: number;
  manned: number[];
}

export const CATEGORIES = [
  "population",
  "colony",
  "harvest",
  "royal",
  "red_army",
  "barracks",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** The score sheet of an anthill, as it stands. */
export type Sheet = Record<Category | "total", number>;

export interface MicropolisView {
  players: number;
  options: { variant: "base" | "expert"; edition: "german" | "french" };
  phase: "anthill" | "take" | "place" | "man" | "sentinel" | "leader" | "over";
  leader: number;
  anthills: Anthill[];
  row: number[];
  soldiers: number[];
  reserve: number;
  tokens: number;
  /** The anthill in play, the tile in hand, the ring slot of barracks just built. */
  anthill?: number;
  tile?: number;
  slot?: number;
  pile_length: number;
  to_act: number[];
  round: number;
  rounds: number;
  /** The score sheet of each anthill as it stands; a server may not tell it. */
  points?: Sheet[];
}

export const RING = 10;

export const shownOf = (desk: Desk): MicropolisView => desk.shown as MicropolisView;

/** Foundations of a seat: two in the expert game. */
export const each = (view: MicropolisView): number => (view.options.variant === "expert" ? 2 : 1);

export const ownerOf = (view: MicropolisView, anthill: number): number =>
  Math.floor(anthill / each(view));

export function anthillsOf(view: MicropolisView, seat: number): number[] {
  return Array.from({ length: each(view) }, (_, which) => seat * each(view) + which);
}

/** The name that notation gives an anthill: 1, 2, … or 1a, 1b, 2a, … */
export function nameOf(view: MicropolisView, anthill: number): string {
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

/** The points of a seat as they stand, where the view tells them. */
export function pointsOf(view: MicropolisView, seat: number): number | undefined {
  return (
    view.points &&
    anthillsOf(view, seat).reduce((sum, number) => sum + view.points![number]!.total, 0)
  );
}
