/**
 * Where the hexes of the garden lie, and what their sets
 * look like. Names and neighbours: MY-1.2, MY-1.3.
 */
import type { Desk } from "../../table/desk.svelte";
import { filesOf, shown, type BoardFile, type Cube, type Form, type Terrain } from "./view";

/** From the middle of a hex to a corner. */
export const SIDE = 30;
const WIDTH = Math.sqrt(3) * SIDE;
const TERRAINS: Record<string, Terrain> = {
  G: "grass",
  E: "earth",
  S: "stone",
  M: "mushroom",
  W: "water",
};
/** The first number of each row: rows keep the numbers of their columns. */
const FIRST: Record<string, number> = {
  a: 5,
  b: 4,
  c: 2,
  d: 2,
  e: 1,
  f: 1,
  g: 1,
  h: 1,
  i: 1,
  j: 1,
  k: 1,
  l: 2,
  m: 2,
  n: 4,
  o: 5,
};

export interface Hex {
  name: string;
  x: number;
  y: number;
  terrain: Terrain;
}

export interface Point {
  x: number;
  y: number;
}

/** All hexes that are played on, by their names. */
export function garden(
  board: BoardFile,
  players: number,
  options: Record<string, string>,
): Map<string, Hex> {
  const { top, left, right } = board.pieces;
  const outside = new Set(
    players === 3
      ? [...top, ...left, ...right]
      : players === 2 && options.two_player_area === "narrow"
        ? [...left, ...right]
        : [],
  );
  const hexes = new Map<string, Hex>();
  for (const [row, terrains] of Object.entries(board.rows)) {
    if (players === 2 && row < "h") continue;
    [...terrains].forEach((letter, index) => {
      const name = `${row}${FIRST[row]! + index}`;
      if (!outside.has(name)) hexes.set(name, { name, ...place(name), terrain: TERRAINS[letter]! });
    });
  }
  return hexes;
}

const gardens = new WeakMap<BoardFile, Map<string, Map<string, Hex>>>();

/** The garden of a desk: the same map as long as the same hexes are played on. */
export function gardenOf(desk: Desk): Map<string, Hex> {
  const { board } = filesOf(desk.facts.components);
  const { players, options } = shown(desk);
  const known = gardens.get(board) ?? new Map<string, Map<string, Hex>>();
  const area = `${players} ${options.two_player_area}`;
  const found = known.get(area) ?? garden(board, players, options);
  gardens.set(board, known.set(area, found));
  return found;
}

/** What a pheromone gets on a hex of that terrain. */
export const YIELDS: Partial<Record<Terrain, Cube>> = {
  grass: "food",
  earth: "earth",
  stone: "stone",
};

/** Cubes by kind, as they lie on hexes. */
export function cubesOn(hexes: Map<string, Hex>, names: string[]): Partial<Record<Cube, number>> {
  const counts: Partial<Record<Cube, number>> = {};
  for (const name of names) {
    const kind = YIELDS[hexes.get(name)?.terrain ?? "water"];
    if (kind) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** The middle of a hex. */
export function place(name: string): Point {
  const row = name.charCodeAt(0) - "a".charCodeAt(0);
  return { x: (Number(name.slice(1)) + (row % 2 ? 0 : 0.5)) * WIDTH, y: row * 1.5 * SIDE };
}

/** What a garden takes up, with a margin. */
export function extent(
  hexes: Iterable<Hex>,
  margin = 3,
): { x: number; y: number; width: number; height: number } {
  const all = [...hexes];
  const [xs, ys] = [all.map((hex) => hex.x), all.map((hex) => hex.y)];
  const x = Math.min(...xs) - WIDTH / 2 - margin;
  const y = Math.min(...ys) - SIDE - margin;
  return {
    x,
    y,
    width: Math.max(...xs) + WIDTH / 2 + margin - x,
    height: Math.max(...ys) + SIDE + margin - y,
  };
}

export function neighbours(name: string): string[] {
  const row = name.charCodeAt(0);
  const number = Number(name.slice(1));
  const isShifted = (row - "a".charCodeAt(0)) % 2 === 1;
  const aside = isShifted ? [number - 1, number] : [number, number + 1];
  return [
    `${name[0]}${number - 1}`,
    `${name[0]}${number + 1}`,
    ...[row - 1, row + 1].flatMap((other) =>
      aside.map((next) => `${String.fromCharCode(other)}${next}`),
    ),
  ];
}

/** The corners of a hex around its middle, clockwise from the top. */
export function corners(at: Point, side = SIDE): Point[] {
  return Array.from({ length: 6 }, (_, index) => {
    const angle = (Math.PI / 3) * index - Math.PI / 2;
    return { x: at.x + side * Math.cos(angle), y: at.y + side * Math.sin(angle) };
  });
}

export const polygon = (points: Point[]): string =>
  `M${points.map((point) => `${point.x.toFixed(2)} ${point.y.toFixed(2)}`).join("L")}Z`;
export const hexPath = (at: Point, side = SIDE): string => polygon(corners(at, side));

const keyOf = (point: Point): string => `${Math.round(point.x)},${Math.round(point.y)}`;

/** The corners of a tile's outline, clockwise. Tiles have no holes. */
export function rim(cells: string[]): Point[] {
  const edges = new Map<string, { from: Point; to: Point }>();
  for (const cell of cells) {
    const around = corners(place(cell));
    around.forEach((from, index) => {
      const to = around[(index + 1) % 6]!;
      // Two hexes of the tile run along their common edge in opposite directions.
      if (!edges.delete(`${keyOf(to)}>${keyOf(from)}`))
        edges.set(`${keyOf(from)}>${keyOf(to)}`, { from, to });
    });
  }
  const next = new Map([...edges.values()].map((edge) => [keyOf(edge.from), edge]));
  const found: Point[] = [];
  let edge = next.values().next().value;
  while (edge && found.length < next.size) {
    found.push(edge.from);
    edge = next.get(keyOf(edge.to));
  }
  return found;
}

/**
 * The outline of a tile as a path, drawn inwards so that
 * neighbouring tiles do not cover each other's.
 */
export function outline(cells: string[], inset = 0): string {
  const points = rim(cells);
  const count = points.length;
  return polygon(
    points.map((point, index) =>
      inwards(points[(index + count - 1) % count]!, point, points[(index + 1) % count]!, inset),
    ),
  );
}

function inwards(before: Point, at: Point, after: Point, inset: number): Point {
  const normal = (from: Point, to: Point): Point => {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
  };
  const [one, two] = [normal(before, at), normal(at, after)];
  const scale = inset / (1 + one.x * two.x + one.y * two.y);
  return { x: at.x + (one.x + two.x) * scale, y: at.y + (one.y + two.y) * scale };
}

export function middle(cells: string[]): Point {
  const places = cells.map(place);
  return {
    x: places.reduce((sum, at) => sum + at.x, 0) / places.length,
    y: places.reduce((sum, at) => sum + at.y, 0) / places.length,
  };
}

/** A hex as people read it: in small letters l4 looks like 14. */
export const written = (hex: string): string => hex.toUpperCase();

/** The hexes that a notation names: "j4 k4", "l4"; none for other notations. */
export function named(text: string): string[] {
  const words = text.split(" ");
  return words.every((word) => /^[a-o]\d+$/.test(word)) ? words : [];
}

/** How each form lies in a supply, as hexes. */
export const SHAPES: Record<string, string[]> = {
  pair: ["b2", "b3"],
  line: ["b1", "b2", "b3"],
  triangle: ["b2", "b3", "c2"],
  rhombus: ["b2", "b3", "c2", "c3"],
  pistol: ["b1", "b2", "b3", "c1"],
  trapezoid: ["b2", "b3", "c1", "c2", "c3"],
  pyramid: ["a2", "b2", "b3", "c1", "c2", "c3"],
  farm: ["b2", "b3", "c2"],
  scavenging: ["b2", "b3", "c2"],
  subcolony: ["b2", "b3", "c2", "c3"],
};

/** The form of a pheromone by the hexes that it covers. */
export function formOf(cells: string[]): Form {
  const touching = cells.flatMap((cell) => neighbours(cell).filter((one) => cells.includes(one)));
  switch (cells.length) {
    case 2:
      return "pair";
    case 3:
      return touching.length === 4 ? "line" : "triangle";
    case 4:
      return touching.length === 8 ? "pistol" : "rhombus";
    case 5:
      return "trapezoid";
    default:
      return "pyramid";
  }
}
