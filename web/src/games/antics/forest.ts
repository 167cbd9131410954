/** The forest floor: curves of paths, places of ants on them, and what grows between. */
import {
  carried,
  type BoardParts,
  type Clearing,
  type Food,
  type Nest,
  type PathName,
  type Point,
  type View,
} from "./view";

export const PAWN = 15;
/** The core of food that can be chosen: its shape, so small that the stage must come near. */
export const FOOD = 13;

const SMALL = 22; // a clearing on which nothing ever lies

export const radiusOf = (clearing: Clearing): number =>
  clearing.great_anthill ? 54 : clearing.prey ? 46 : clearing.leaf ? 31 : SMALL;

export interface Curve {
  from: Point;
  bend: Point;
  to: Point;
}

/** How far a path swings out, as a part of its length. */
const SWING = 0.08;

const mixed = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];
const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The curve of a path, between the edges of its clearings. */
export function curveOf(board: BoardParts, path: PathName): Curve {
  const found = path === "gorge" ? null : board.paths.find((candidate) => candidate.id === path)!;
  const ends = found?.ends ?? board.gorge;
  const [a, b] = ends.map((id) => board.clearings.find((clearing) => clearing.id === id)!) as [
    Clearing,
    Clearing,
  ];
  const length = distance(a.at, b.at);
  const [from, to] = [
    mixed(a.at, b.at, radiusOf(a) / length),
    mixed(b.at, a.at, radiusOf(b) / length),
  ];
  const swing = found ? (found.id % 2 ? SWING : -SWING) : 0;
  const middle = mixed(from, to, 0.5);
  return {
    from,
    to,
    bend: [middle[0] - (to[1] - from[1]) * swing * 2, middle[1] + (to[0] - from[0]) * swing * 2],
  };
}

export const drawn = ({ from, bend, to }: Curve): string =>
  `M${from[0]} ${from[1]}Q${bend[0]} ${bend[1]} ${to[0]} ${to[1]}`;

/** A point of a curve, and the direction to its left there. */
export function along({ from, bend, to }: Curve, share: number): { at: Point; left: Point } {
  const [first, second] = [mixed(from, bend, share), mixed(bend, to, share)];
  const length = distance(first, second) || 1;
  return {
    at: mixed(first, second, share),
    left: [(second[1] - first[1]) / length, (first[0] - second[0]) / length],
  };
}

/**
 * Where the ants of a seat stand on a curve: seats in a row,
 * to both sides of the middle line where the path is short.
 */
export function standing(
  curve: Curve,
  seat: number,
  seats: number,
): { at: Point; left: Point; side: number } {
  const length = distance(curve.from, curve.to);
  const step = Math.min(2.3 * PAWN, (length - 1.2 * PAWN) / Math.max(1, seats - 1));
  const share = 0.5 + ((seat - (seats - 1) / 2) * step) / length;
  const place = along(curve, share);
  const side = seat % 2 ? -1 : 1;
  const off = step < 2 * PAWN ? PAWN * 0.55 * side : 0;
  return { at: beside(place, off), left: place.left, side };
}

const beside = ({ at, left }: { at: Point; left: Point }, off: number): Point => [
  at[0] + left[0] * off,
  at[1] + left[1] * off,
];

export interface Standing {
  seat: number;
  path: PathName;
  isSoldier: boolean;
  count: number;
  at: Point;
}

/** Everybody's ants on their paths. */
export function antsOn(board: BoardParts, view: View): Standing[] {
  return view.colonies.flatMap((colony, seat) => {
    const place = (path: PathName) => standing(curveOf(board, path), seat, view.players);
    const workers = [...new Set(colony.workers)].map((path) => ({
      seat,
      path,
      isSoldier: false,
      count: colony.workers.filter((worker) => worker === path).length,
      at: place(path).at,
    }));
    const soldiers = colony.soldiers.map((path) => ({
      seat,
      path,
      isSoldier: true,
      count: 1,
      at: beside(place(path), PAWN * 1.5 * place(path).side),
    }));
    return [...workers, ...soldiers];
  });
}

export interface Load {
  seat: number;
  food: Food;
  path: PathName;
  at: Point;
}

/** What ants on paths carry, beside whoever carries it. */
export function loadsOn(board: BoardParts, view: View): Load[] {
  return view.colonies.flatMap((colony, seat) => {
    const pieces = colony.carrying.map(carried);
    return pieces.map(({ food, path }, index) => {
      const before = pieces.slice(0, index).filter((one) => one.path === path).length;
      const place = standing(curveOf(board, path), seat, view.players);
      return { seat, food, path, at: beside(place, -(PAWN * 1.25 + before * 12) * place.side) };
    });
  });
}

/** The part of the map in which something lies. */
export function frame(board: BoardParts): { x: number; y: number; width: number; height: number } {
  const boxes = [
    ...board.clearings.map((clearing) => ({
      at: clearing.at,
      across: radiusOf(clearing),
      up: radiusOf(clearing),
    })),
    ...board.nests.map((nest) => ({ at: nest.at, across: 84, up: 48 })),
  ];
  const left = Math.min(...boxes.map((box) => box.at[0] - box.across)) - 14;
  const right = Math.max(...boxes.map((box) => box.at[0] + box.across)) + 14;
  const high = Math.min(...boxes.map((box) => box.at[1] - box.up)) - 14;
  const low = Math.max(...boxes.map((box) => box.at[1] + box.up)) + 8;
  return { x: left, y: high, width: right - left, height: low - high };
}

/** Something on the map, and how far everything else must stay from its middle. */
export interface Room {
  at: Point;
  room: number;
}

const SHARES = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75];

const ASIDE = [31, 48]; // how far from the middle of a path its number stands, at best and at most

/** Where the number of a path stands beside it, off everything that stands there. */
export function numberAt(curve: Curve, busy: readonly Room[]): Point {
  const places = ASIDE.flatMap((off) =>
    SHARES.map((share) => along(curve, share)).flatMap((place) =>
      [off, -off].map((by) => beside(place, by)),
    ),
  );
  const free = (at: Point) => Math.min(...busy.map((one) => distance(one.at, at) - one.room));
  return (
    places.find((at) => free(at) >= 0) ??
    places.reduce((best, at) => (free(at) > free(best) ? at : best))
  );
}

export interface Growth {
  at: Point;
  kind: "tuft" | "stone" | "twig" | "flower";
  turn: number;
}

/** Small things between the paths, always at the same places. */
export function growth(board: BoardParts): Growth[] {
  const { x, y, width, height } = frame(board);
  const curves = [...board.paths.map((path) => curveOf(board, path.id)), curveOf(board, "gorge")];
  const busy: Room[] = [
    ...curves.flatMap((curve) =>
      [0, 0.25, 0.5, 0.75, 1].map((share): Room => ({ at: along(curve, share).at, room: 42 })),
    ),
    ...board.clearings.map((clearing) => ({ at: clearing.at, room: radiusOf(clearing) + 24 })),
    ...board.nests.map((nest) => ({ at: nest.at, room: 95 })),
  ];
  const kinds: Growth["kind"][] = ["tuft", "tuft", "stone", "twig", "tuft", "flower"];
  const found: Growth[] = [];
  // Steps of two irrational numbers spread points evenly without chance.
  for (let index = 0; index < 260; index++) {
    const at: Point = [
      x + 18 + ((index * 0.7548776662) % 1) * (width - 36),
      y + 18 + ((index * 0.5698402909) % 1) * (height - 36),
    ];
    if (busy.some((thing) => distance(thing.at, at) < thing.room)) continue;
    if (found.some((thing) => distance(thing.at, at) < 40)) continue;
    found.push({ at, kind: kinds[found.length % kinds.length]!, turn: (index * 47) % 360 });
  }
  return found;
}

/** The nest whose ants a path is for. */
export const nestOfPath = (board: BoardParts, path: PathName): Nest =>
  path === "gorge" ? "red" : board.paths.find(({ id }) => id === path)!.terrain;

/** The clearings at both ends of a path. */
export const endsOf = (board: BoardParts, path: PathName): readonly number[] =>
  path === "gorge" ? board.gorge : board.paths.find(({ id }) => id === path)!.ends;

/** The paths that touch a clearing, the gorge last. */
export const pathsAt = (board: BoardParts, clearing: number): PathName[] => [
  ...board.paths.filter(({ ends }) => ends.includes(clearing)).map(({ id }) => id),
  ...(board.gorge.includes(clearing) ? (["gorge"] as const) : []),
];

/** Where a finger chooses a path. */
export interface Knob {
  at: Point;
  r: number;
}

const KNOB = 28;

/** A knob on each path, moved along it so far that none touches another or a clearing with food. */
export function knobs(board: BoardParts): Map<PathName, Knob> {
  const names: PathName[] = [...board.paths.map(({ id }) => id), "gorge"];
  const curves = new Map(names.map((name) => [name, curveOf(board, name)]));
  const places = new Map(names.map((name) => [name, along(curves.get(name)!, 0.5).at]));
  const large = board.clearings.filter((clearing) => radiusOf(clearing) > SMALL);
  const toClearing = (at: Point) =>
    Math.min(...large.map((clearing) => distance(at, clearing.at) - radiusOf(clearing)));
  const toOther = (name: PathName, at: Point) =>
    Math.min(...names.filter((one) => one !== name).map((one) => distance(at, places.get(one)!)));
  const room = (name: PathName, at: Point) =>
    Math.min(KNOB + 1, toOther(name, at) / 2, toClearing(at));
  for (let round = 0; round < 12; round++) {
    for (const name of names) {
      const candidates = SHARES.map((share) => along(curves.get(name)!, share).at);
      places.set(
        name,
        candidates.reduce((best, at) => (room(name, at) > room(name, best) ? at : best)),
      );
    }
  }
  return new Map(
    names.map((name) => {
      const at = places.get(name)!;
      return [name, { at, r: Math.min(KNOB, Math.floor(room(name, at))) }];
    }),
  );
}
