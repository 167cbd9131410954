/**
 * The shape of a ring and its tiles. A ring lies around 0, 0 and has
 * ten slots; a tile is drawn at the top of it and turned into its slot.
 * On a tile, u runs from -1 at its left side to 1 at its
 * right, v from 0 at the foundation to 1 at the rim.
 */
import type { Port, Segment } from "./view";

export const RIM = 200;
export const HUB = 72;
export const STEP = 36; // degrees of a slot
export const TUNNEL = 17; // how wide a gallery is
export const ITEM = 19; // room for an ant or a fruit

const OUTER = 0.8;
const INNER = 0.36;
const MIDDLE = 0.58;
const BARRACKS = 0.115;
const POST = 13.5;
const HALF = (STEP / 2) * (Math.PI / 180);

export interface Point {
  x: number;
  y: number;
}
interface Place {
  u: number;
  v: number;
}

export function point({ u, v }: Place): Point {
  const r = HUB + v * (RIM - HUB);
  return { x: r * Math.sin(u * HALF), y: -r * Math.cos(u * HALF) };
}

const round = (n: number): number => Math.round(n * 10) / 10;
const write = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const line = (points: Point[]): string => `M${points.map(write).join("L")}`;

/** A tile's outline; `by` makes it smaller on all sides. */
export function wedge(by = 0): string {
  const edge = by / 60;
  const [a, b, c, d] = [
    { u: -1 + edge, v: 1 },
    { u: 1 - edge, v: 1 },
    { u: 1 - edge * 2, v: 0 },
    { u: -1 + edge * 2, v: 0 },
  ].map(point) as [Point, Point, Point, Point];
  const [outside, inside] = [`A${RIM} ${RIM} 0 0 1 `, `A${HUB} ${HUB} 0 0 0 `];
  return `M${write(a)}${outside}${write(b)}L${write(c)}${inside}${write(d)}Z`;
}

/** A line along the tile at one depth: turf, strata. */
export function stratum(v: number, from = -1, to = 1): string {
  return line(between(from, to, 8).map((u) => point({ u, v })));
}

function between(from: number, to: number, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, n) => from + ((to - from) * n) / steps);
}

/** A bent way from an opening to the middle of its piece of gallery. */
function way(from: Place, to: Place): string {
  const bend = { u: from.u + (to.u - from.u) * 0.5, v: from.v };
  const near = { u: to.u - (to.u - from.u) * 0.2, v: to.v - (to.v - from.v) * 0.35 };
  const points = between(0, 1, 12).map((t) => {
    const s = 1 - t;
    const mix = (key: "u" | "v") =>
      s ** 3 * from[key] + 3 * s * s * t * bend[key] + 3 * s * t * t * near[key] + t ** 3 * to[key];
    return point({ u: mix("u"), v: mix("v") });
  });
  return line(points);
}

const opening = (port: Port): Place => ({
  u: port[0] === "L" ? -1 : 1,
  v: port[1] === "O" ? OUTER : INNER,
});

/** Where the middle of a piece of gallery lies. */
function heart(ports: Port[]): Place {
  const [left, right] = [
    ports.filter((port) => port[0] === "L"),
    ports.filter((port) => port[0] === "R"),
  ];
  const outer = ports.filter((port) => port[1] === "O").length;
  if (ports.length === 1) return { u: opening(ports[0]!).u * 0.55, v: opening(ports[0]!).v };
  if (!right.length || !left.length) return { u: left.length ? -0.46 : 0.46, v: MIDDLE };
  if (ports.length === 2 && outer !== 1) return { u: 0, v: outer ? OUTER : INNER };
  if (ports.length === 3)
    return { u: left.length === 2 ? -0.12 : 0.12, v: outer === 2 ? 0.66 : 0.5 };
  return { u: 0, v: MIDDLE };
}

export interface Shape {
  /** From each opening to the middle. */
  ways: string[];
  /** The chamber that holds what is there: a thick line with round ends. */
  chamber: string;
  width: number;
  items: Point[];
}

/** How a piece of gallery with a number of things in it is drawn. */
export function shapeOf(segment: Segment, things: number): Shape {
  const middle = heart(segment.ports);
  const items = placed(segment.ports, middle, things);
  const at = items.length > 1 ? items : [items[0] ?? point(middle)];
  const isCluster = spread(segment.ports) === "cluster" && things > 2;
  return {
    ways: segment.ports.map((port) => way(opening(port), middle)),
    chamber: isCluster
      ? line([...at, at[0]!])
      : line(at.length > 1 ? at : [at[0]!, { x: at[0]!.x + 0.1, y: at[0]!.y }]),
    width: things ? ITEM + 7 : TUNNEL,
    items,
  };
}

/** Along the gallery, from the hub to the rim, or close together. */
function spread(ports: Port[]): "along" | "stack" | "cluster" {
  const sides = new Set(ports.map((port) => port[0]));
  const levels = new Set(ports.map((port) => port[1]));
  if (sides.size === 1) return "stack";
  return levels.size === 1 ? "along" : "cluster";
}

function placed(ports: Port[], middle: Place, things: number): Point[] {
  const how = spread(ports);
  const centre = point(middle);
  if (how === "cluster")
    return CLUSTERS[Math.min(things, 4)]!.map(([x, y]) => ({
      x: centre.x + x * ITEM,
      y: centre.y + y * ITEM,
    }));
  const offsets = Array.from({ length: things }, (_, n) => (n - (things - 1) / 2) * (ITEM + 1));
  const depth = RIM - HUB;
  if (how === "stack") return offsets.map((by) => point({ u: middle.u, v: middle.v - by / depth }));
  const radius = HUB + middle.v * depth;
  return offsets.map((by) => point({ u: middle.u + by / radius / HALF, v: middle.v }));
}

const CLUSTERS: [number, number][][] = [
  [],
  [[0, 0]],
  [
    [-0.52, 0],
    [0.52, 0],
  ],
  [
    [0, -0.55],
    [-0.55, 0.4],
    [0.55, 0.4],
  ],
  [
    [-0.53, -0.53],
    [0.53, -0.53],
    [0.53, 0.53],
    [-0.53, 0.53],
  ],
];

/** The posts of barracks, beside the foundation. */
export function posts(size: number): Point[] {
  const radius = HUB + BARRACKS * (RIM - HUB);
  return Array.from({ length: size }, (_, n) =>
    point({ u: ((n - (size - 1) / 2) * POST) / radius / HALF, v: BARRACKS }),
  );
}

/** The soldiers of an army, around the middle of the foundation. */
export function army(size: number, radius = 53): Point[] {
  return Array.from({ length: size }, (_, n) => {
    const turn = (n / 10) * 2 * Math.PI;
    return { x: radius * Math.sin(turn), y: -radius * Math.cos(turn) };
  });
}

export const angleOf = (slot: number): number => slot * STEP;

/** A place on a tile, as it lies in a slot. */
export function turned(at: Place, slot: number): Point {
  const { x, y } = point(at);
  const turn = (angleOf(slot) * Math.PI) / 180;
  return { x: x * Math.cos(turn) - y * Math.sin(turn), y: x * Math.sin(turn) + y * Math.cos(turn) };
}
