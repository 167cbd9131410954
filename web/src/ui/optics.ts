/**
 * What a stage shows of a drawing: pure geometry. Boxes are in units of the drawing,
 * everything else in pixels of the stage.
 */
import type { Box } from "../games/contract";

/** So many pixels a unit, and where 0 0 of the drawing lies on the stage. */
export interface Sight {
  k: number;
  x: number;
  y: number;
}

/** A stage, and how much of its edges something else covers. */
export interface Space {
  width: number;
  height: number;
  top: number;
  right: number;
  bottom: number;
  left: number;
  /** Buttons that lie on it: nothing under them can be touched. */
  taken?: Box[];
}

/** Something that can be chosen; `side` is the smaller one of its shape, however it is turned. */
export interface Live extends Box {
  side: number;
}

export interface Scene {
  width: number;
  height: number;
  rest?: Box;
}

export type Edge = "top" | "right" | "bottom" | "left";

export const TARGET = 40; // pixels that a finger needs
const PAD = 12;
const ROOMY = 1.6; // how much larger than needed live things become at most
const TOLD = 56; // pixels at the top of a stage on which steps are told
const LEAST = 0.7; // how small things may be that are looked at, of how large they can be
const FAR = 0.8; // how small the whole may be made
const NEAR = 6; // and how many times larger
const GROWTH = 2; // how much larger than its shape a thing may be to a finger

export const inner = ({ width, height, top, right, bottom, left }: Space): Box => ({
  x: left,
  y: top,
  width: Math.max(1, width - left - right),
  height: Math.max(1, height - top - bottom),
});

export const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

export function around(boxes: Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** The scale at which a box just fits. */
export function fitting(box: Box, space: Space, pad = PAD): number {
  const free = inner(space);
  return Math.min(
    Math.max(1, free.width - 2 * pad) / box.width,
    Math.max(1, free.height - 2 * pad) / box.height,
  );
}

/** A box in the middle of what is free, at a scale. */
export function centred(box: Box, k: number, space: Space): Sight {
  const [to, at] = [middle(inner(space)), middle(box)];
  return { k, x: to.x - at.x * k, y: to.y - at.y * k };
}

const all = ({ width, height }: Scene): Box => ({ x: 0, y: 0, width, height });

export function whole(scene: Scene, space: Space): Sight {
  return centred(all(scene), fitting(all(scene), space, 0), space);
}

/** Where nothing is decided. */
export function resting(scene: Scene, space: Space): Sight {
  if (!scene.rest) return whole(scene, space);
  return kept(centred(scene.rest, fitting(scene.rest, space, 0), space), scene, space);
}

/**
 * The drawing covers the free space, or lies in its middle where it is smaller;
 * it goes no further than the edges of `limit`.
 */
export function kept({ k, x, y }: Sight, scene: Scene, space: Space, limit = space): Sight {
  const [free, most] = [inner(space), inner(limit)];
  /** From where to where a drawing may begin: a small one only in the middle. */
  const range = (room: Box, size: number, side: "width" | "height", from: "x" | "y") => {
    const slack = room[side] - size;
    return slack < 0
      ? [room[from] + slack, room[from]]
      : [room[from] + slack / 2, room[from] + slack / 2];
  };
  const along = (at: number, size: number, side: "width" | "height", from: "x" | "y"): number => {
    const ends = [free, most].flatMap((room) => range(room, size, side, from));
    return Math.min(Math.max(...ends), Math.max(Math.min(...ends), at));
  };
  return {
    k,
    x: along(x, scene.width * k, "width", "x"),
    y: along(y, scene.height * k, "height", "y"),
  };
}

/** How large each thing is to a finger: it may grow half the way to the next one. */
export function sides(live: Live[]): number[] {
  return live.map((one) => Math.max(one.side, Math.min(GROWTH * one.side, distance(one, live))));
}

/** From the middle of a box to that of the next one. */
export function distance(box: Box, others: Box[]): number {
  const at = middle(box);
  return Math.min(
    ...others
      .filter((other) => other !== box)
      .map(middle)
      .map((other) => Math.hypot(other.x - at.x, other.y - at.y)),
  );
}

/** The scale at which every live thing is large enough for a finger. */
export function needed(live: Live[]): number {
  return live.length ? TARGET / Math.min(...sides(live)) : 0;
}

export function onStage({ x, y, width, height }: Box, sight: Sight): Box {
  const { k } = sight;
  return { x: sight.x + x * k, y: sight.y + y * k, width: width * k, height: height * k };
}

const within = (box: Box, room: Box): boolean =>
  box.x >= room.x - 1 &&
  box.y >= room.y - 1 &&
  box.x + box.width <= room.x + room.width + 1 &&
  box.y + box.height <= room.y + room.height + 1;

/** Whether a thing can be seen and touched: so much of its middle as a finger needs. */
export function isSeen(box: Box, sight: Sight, space: Space): boolean {
  const { x, y } = middle(onStage(box, sight));
  const half = TARGET / 2;
  const finger = { x: x - half, y: y - half, width: TARGET, height: TARGET };
  return within(finger, inner(space)) && !space.taken?.some((one) => touches(finger, one));
}

/** Whether everything live is in view, free and large enough. */
export function isEnough(sight: Sight, space: Space, live: Live[]): boolean {
  const free = inner(space);
  return (
    sight.k >= needed(live) * 0.99 &&
    live.every((box) => within(onStage(box, sight), free) && isSeen(box, sight, space))
  );
}

/** The scale from which on a drawing leaves none of the stage empty that it fills at rest. */
export function filling(scene: Scene, space: Space): number {
  const { width, height } = inner(space);
  return Math.min(resting(scene, space).k, Math.max(width / scene.width, height / scene.height));
}

/** The scale at which a part of the drawing is looked at that is not to be touched. */
const looked = (scene: Scene, space: Space, box: Box): number =>
  Math.min(fitting(box, space), ROOMY * resting(scene, space).k);

/** Whether a part of the drawing is in view, about as large as it can be. */
export function isShown(sight: Sight, scene: Scene, space: Space, box: Box): boolean {
  return within(onStage(box, sight), inner(space)) && sight.k >= looked(scene, space, box) * 0.8;
}

/** The sight of a decision: everything live and what belongs to it; or as much as can be large. */
export function aimed(scene: Scene, space: Space, live: Live[], beside?: Box): Sight {
  if (!live.length && !beside) return resting(scene, space);
  const wanted = around(beside ? [...live, beside] : live);
  const [need, fit] = [needed(live), fitting(wanted, space)];
  const rest = resting(scene, space).k;
  if (!live.length) return kept(centred(wanted, looked(scene, space, wanted), space), scene, space);
  if (fit < need) return kept(centred(beside ?? wanted, need, space), scene, space);
  const k = Math.max(Math.min(fit, ROOMY * need), Math.min(fit, rest));
  return kept(centred(wanted, k, space), scene, space);
}

/** A button keeps to its corner: how much of the edges is left free so that it is avoided. */
function avoiding(space: Space, box: Box, aside: number, below: number): Space {
  const isLeft = middle(box).x < space.width / 2;
  const [left, right] = [box.x + box.width, space.width - box.x];
  return {
    ...space,
    left: isLeft ? space.left + aside * (left - space.left) : space.left,
    right: isLeft ? space.right : space.right + aside * (right - space.right),
    bottom: space.bottom + below * (space.height - box.y - space.bottom),
  };
}

/** A stage without the edges at which buttons lie. */
export const cleared = (space: Space): Space =>
  (space.taken ?? []).reduce((left, box) => avoiding(left, box, 1, 1), space);

/** What is free of a stage while steps are told on it, for things that are only looked at. */
function free(space: Space): Space {
  const told = { ...space, top: Math.max(space.top, TOLD) };
  return (space.taken ?? []).reduce(
    (left, box) => (box.width > box.height ? avoiding(left, box, 0, 1) : avoiding(left, box, 1, 0)),
    told,
  );
}

/**
 * The sight of things that move; without any, of everything. It stays as it is where they can be
 * seen, at the beginning not from afar; and as near as it is where they fit.
 */
export function watched(
  sight: Sight,
  scene: Scene,
  space: Space,
  boxes: Box[],
  isBegun: boolean,
): Sight {
  const room = free(space);
  const box = boxes.length ? around(boxes) : all(scene);
  const [fit, rest] = [fitting(box, room), resting(scene, space).k];
  const isNear = isBegun || sight.k >= LEAST * Math.min(fit, rest);
  if (isNear && within(onStage(box, sight), inner(room))) return sight;
  const k = Math.min(fit, Math.max(rest, Math.min(sight.k, ROOMY * rest)));
  return kept(centred(box, k, room), scene, space, room);
}

/** Partly beside a button and partly above it there may be more room than far from it. */
const PARTS = [
  [0, 0],
  [0.5, 0],
  [1, 0],
  [0, 0.5],
  [0, 1],
  [0.5, 0.5],
] as const;

/** A stage, and what is left of it where its buttons are avoided more or less. */
const parted = (space: Space): Space[] =>
  (space.taken ?? []).reduce<Space[]>(
    (all, box) =>
      all.flatMap((one) => PARTS.map(([aside, below]) => avoiding(one, box, aside, below))),
    [space],
  );

/**
 * The largest sight that has nothing of the drawing under a button, or nothing of
 * what is to be seen of it; the usual one where that would be too small.
 */
function clear(scene: Scene, space: Space, sightIn: (space: Space) => Sight): Sight {
  const usual = sightIn(space);
  const large = parted(space)
    .map(sightIn)
    .filter(({ k }) => k >= LEAST * usual.k)
    .sort((one, other) => other.k - one.k);
  const isClear = (box: Box) => (sight: Sight) =>
    !space.taken?.some((button) => touches(onStage(box, sight), button));
  const { rest = all(scene) } = scene;
  return large.find(isClear(all(scene))) ?? large.find(isClear(rest)) ?? usual;
}

/** The whole, beside its buttons. */
export const overview = (scene: Scene, space: Space): Sight =>
  clear(scene, space, (one) => whole(scene, one));

/**
 * The sight of a decision on a stage with buttons: they are avoided only
 * where they are in the way, and so that most can be seen, as large as can be.
 */
export function found(scene: Scene, space: Space, live: Live[], beside?: Box): Sight {
  if (!live.length) return clear(scene, space, (one) => aimed(scene, one, live, beside));
  const unseen = (sight: Sight) => live.filter((box) => !isSeen(box, sight, space)).length;
  let best = aimed(scene, space, live, beside);
  let least = unseen(best);
  if (!least) return best;
  for (const one of parted(space)) {
    const sight = aimed(scene, one, live, beside);
    const count = unseen(sight);
    if (count < least || (count === least && sight.k > best.k)) [best, least] = [sight, count];
  }
  return best;
}

/** How small and how large a drawing may be made by hand. */
export function limits(scene: Scene, space: Space, live: Live[]): { least: number; most: number } {
  const { k } = whole(scene, space);
  return { least: FAR * k, most: Math.max(NEAR * k, ROOMY * needed(live)) };
}

/** Larger or smaller around a point of the stage. */
export function zoomed(
  sight: Sight,
  factor: number,
  at: { x: number; y: number },
  { least, most }: { least: number; most: number },
): Sight {
  const k = Math.max(least, Math.min(most, sight.k * factor));
  const by = k / sight.k;
  return { k, x: at.x - (at.x - sight.x) * by, y: at.y - (at.y - sight.y) * by };
}

/** Live things that cannot be seen, by the edge that is nearest to them. */
export function beyond(sight: Sight, space: Space, live: Box[]): Map<Edge, Box[]> {
  const free = inner(space);
  const found = new Map<Edge, Box[]>();
  for (const box of live) {
    if (isSeen(box, sight, space)) continue;
    const { x, y } = middle(onStage(box, sight));
    const over: [Edge, number][] = [
      ["left", free.x + TARGET / 2 - x],
      ["right", x - free.x - free.width + TARGET / 2],
      ["top", free.y + TARGET / 2 - y],
      ["bottom", y - free.y - free.height + TARGET / 2],
    ];
    const [edge] = over.reduce((most, one) => (one[1] > most[1] ? one : most));
    found.set(edge, [...(found.get(edge) ?? []), box]);
  }
  return found;
}

/** On to things beyond an edge: the nearest, and what fits beside it. */
export function jumped(sight: Sight, scene: Scene, space: Space, boxes: Box[]): Sight {
  const free = inner(space);
  const at = middle({
    x: (free.x - sight.x) / sight.k,
    y: (free.y - sight.y) / sight.k,
    width: free.width / sight.k,
    height: free.height / sight.k,
  });
  const far = (box: Box) => Math.hypot(middle(box).x - at.x, middle(box).y - at.y);
  const near = [...boxes].sort((one, other) => far(one) - far(other));
  let together = [near[0]!];
  for (const box of near.slice(1)) {
    if (fitting(around([...together, box]), space) >= sight.k) together = [...together, box];
  }
  return kept(centred(around(together), sight.k, space), scene, space, cleared(space));
}

/** How much two boxes share. */
export function shared(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

export const touches = (one: Box, other: Box): boolean => shared(one, other) > 0;
