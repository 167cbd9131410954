/**
 * Where everything of the hill is drawn. The board's own
 * coordinates say where chambers lie; the rest follows from them.
 */
import type { Box } from "../contract";
import type { BoardDocument, Chamber, End } from "./view";

export type RoadName = "north" | "south";

export const WIDTH = 1340;
export const HEIGHT = 950;
export const CARD = { width: 84, height: 56 };
export const CHAMBER_HEIGHT = 66;
export const STONE = 25; // from one place to the next

export interface Point {
  x: number;
  y: number;
}

export interface Field extends Point {
  /** Degrees by which a card lies turned. */
  turn: number;
}

export interface Room extends Point {
  chamber: Chamber;
  width: number;
}

/** The part of the drawing that the outermost chambers span. */
const SPAN = { left: 147, right: 1195, top: 190, bottom: 792 };
const NORTH = { across: 600, up: 285, base: 348 };
const SOUTH = { margin: 72, base: 893, sag: 16 };
const SAMPLES = 400;

type Place = (at: [number, number]) => Point;

/** Coordinates of the board -> of the drawing. */
export function placing(board: BoardDocument): Place {
  const [xs, ys] = [board.chambers.map(({ at }) => at[0]), board.chambers.map(({ at }) => at[1])];
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  return ([x, y]) => ({
    x: SPAN.left + ((x - left) / (right - left)) * (SPAN.right - SPAN.left),
    y: SPAN.top + ((y - top) / (bottom - top)) * (SPAN.bottom - SPAN.top),
  });
}

export function rooms(board: BoardDocument): Map<number, Room> {
  const place = placing(board);
  return new Map(
    board.chambers.map((chamber) => [
      chamber.id,
      { chamber, ...place(chamber.at), width: widthOf(chamber.places.length) },
    ]),
  );
}

export const boxOf = ({ x, y, width }: Room): Box => ({
  x: x - width / 2,
  y: y - CHAMBER_HEIGHT / 2,
  width,
  height: CHAMBER_HEIGHT,
});

/** Wide enough for its stones in one row. */
export function widthOf(places: number): number {
  return Math.max(72, places * STONE + 18);
}

/** A chamber around 0, 0: a flat floor under a vault. */
export function vault(width: number, height = CHAMBER_HEIGHT): string {
  const [w, h] = [width / 2, height / 2];
  return [
    `M${-w + 12} ${h}Q${-w} ${h} ${-w} ${h - 14}`,
    `C${-w} ${-h * 0.7} ${-w * 0.6} ${-h} 0 ${-h}`,
    `S${w} ${-h * 0.7} ${w} ${h - 14}Q${w} ${h} ${w - 12} ${h}Z`,
  ].join("");
}

/** Where the stones of a chamber lie, from its middle. */
export function spots(places: number): Point[] {
  return Array.from({ length: places }, (_, number) => ({
    x: (number - (places - 1) / 2) * STONE,
    y: CHAMBER_HEIGHT / 2 - 15,
  }));
}

export interface Tunnel {
  key: string;
  ends: [number, number];
  from: Point;
  bend: Point;
  to: Point;
}

/**
 * Tunnels as arcs. They bend to alternating sides, so that
 * the hill looks dug and not drawn with a ruler.
 */
export function tunnels(board: BoardDocument, among = rooms(board)): Tunnel[] {
  return board.tunnels.map(([one, other]) => {
    const [from, to] = [among.get(one)!, among.get(other)!];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const side = ((one * 7 + other * 3) % 2 ? 1 : -1) * (0.12 + ((one + other) % 3) * 0.04);
    return {
      key: `${one}-${other}`,
      ends: [one, other],
      from: { x: from.x, y: from.y },
      bend: { x: (from.x + to.x) / 2 - dy * side, y: (from.y + to.y) / 2 + dx * side },
      to: { x: to.x, y: to.y },
    };
  });
}

/** A point of a tunnel, from 0 at one end to 1 at the other. */
export function along({ from, bend, to }: Tunnel, share: number): Point {
  const rest = 1 - share;
  return {
    x: rest * rest * from.x + 2 * rest * share * bend.x + share * share * to.x,
    y: rest * rest * from.y + 2 * rest * share * bend.y + share * share * to.y,
  };
}

/** The chambers on the way of an ant, both ends included: only for walking on the screen. */
export function route(board: BoardDocument, start: number, goal: number): number[] {
  const before = new Map<number, number>([[start, start]]);
  const queue = [start];
  for (let at = queue.shift(); at !== undefined && at !== goal; at = queue.shift()) {
    for (const next of neighbours(board, at)) {
      if (before.has(next)) continue;
      before.set(next, at);
      queue.push(next);
    }
  }
  const path = [goal];
  while (path[0] !== start && before.has(path[0]!)) path.unshift(before.get(path[0]!)!);
  return path;
}

export function neighbours(board: BoardDocument, id: number): number[] {
  return board.tunnels.flatMap(([one, other]) =>
    one === id ? [other] : other === id ? [one] : [],
  );
}

/**
 * The fields of a road from west to east, at equal distances: the
 * north road vaults over the hill, the south road runs beneath it.
 */
export function road(name: RoadName, fields: number): Field[] {
  const line = Array.from({ length: SAMPLES + 1 }, (_, number) => onRoad(name, number / SAMPLES));
  const lengths = [0];
  for (let at = 1; at < line.length; at += 1)
    lengths.push(
      lengths[at - 1]! + Math.hypot(line[at]!.x - line[at - 1]!.x, line[at]!.y - line[at - 1]!.y),
    );
  const whole = lengths[SAMPLES]!;
  return Array.from({ length: fields }, (_, number) => {
    const wanted = ((number + 0.5) / fields) * whole;
    const at = Math.max(
      1,
      lengths.findIndex((length) => length >= wanted),
    );
    const [one, other] = [line[at - 1]!, line[at]!];
    return { ...other, turn: (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI };
  });
}

function onRoad(name: RoadName, share: number): Point {
  if (name === "south")
    return {
      x: SOUTH.margin + share * (WIDTH - 2 * SOUTH.margin),
      y: SOUTH.base + SOUTH.sag * Math.sin(Math.PI * share),
    };
  const angle = Math.PI * (1 - share);
  return {
    x: WIDTH / 2 + NORTH.across * Math.cos(angle),
    y: NORTH.base - NORTH.up * Math.sin(angle),
  };
}

/** A path through the middle of a road. */
export function roadPath(name: RoadName): string {
  return smooth(
    Array.from({ length: 41 }, (_, number) => onRoad(name, number / 40)),
    false,
  );
}

/** The free field at an end of a row; undefined where the row has no cards. */
export function fieldAt(row: string, end: End): number | undefined {
  const cards = [...row].flatMap((letter, number) => (letter === "." ? [] : [number]));
  if (!cards.length) return undefined;
  const field = end.endsWith("w") ? cards[0]! - 1 : cards.at(-1)! + 1;
  return field >= 0 && field < row.length ? field : undefined;
}

export const roadOf = (end: End): RoadName => (end.startsWith("n") ? "north" : "south");

/** A soft line through the middles between points. */
export function smooth(points: Point[], closed: boolean): string {
  const middle = (one: Point, other: Point) =>
    `${((one.x + other.x) / 2).toFixed(1)} ${((one.y + other.y) / 2).toFixed(1)}`;
  const text = (point: Point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
  if (closed) {
    const parts = points.map(
      (point, number) => `Q${text(point)} ${middle(point, points[(number + 1) % points.length]!)}`,
    );
    return `M${middle(points.at(-1)!, points[0]!)}${parts.join("")}Z`;
  }
  const parts = points
    .slice(1, -1)
    .map((point, number) => `Q${text(point)} ${middle(point, points[number + 2]!)}`);
  return `M${text(points[0]!)}${parts.join("")}L${text(points.at(-1)!)}`;
}
