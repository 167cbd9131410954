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
const GAP = 6; // between a thing and what belongs to it
const ROOMY = 1.6; // how much larger than needed live things become at most
const FAR = 0.8; // how small the whole may be made
const NEAR = 6; // and how many times larger
const GROWTH = 2; // how much larger than its shape a thing may be to a finger

const inner = ({ width, height, top, right, bottom, left }: Space): Box => ({
  x: left,
  y: top,
  width: Math.max(1, width - left - right),
  height: Math.max(1, height - top - bottom),
});

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

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

/** The drawing covers the free space, or lies in its middle where it is smaller. */
export function kept({ k, x, y }: Sight, scene: Scene, space: Space): Sight {
  const free = inner(space);
  const along = (at: number, size: number, from: number, room: number): number =>
    size <= room ? from + (room - size) / 2 : Math.min(from, Math.max(from + room - size, at));
  return {
    k,
    x: along(x, scene.width * k, free.x, free.width),
    y: along(y, scene.height * k, free.y, free.height),
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
  return within({ x: x - half, y: y - half, width: TARGET, height: TARGET }, inner(space));
}

/** Whether everything live is in view, free and large enough. */
export function isEnough(sight: Sight, space: Space, live: Live[]): boolean {
  const free = inner(space);
  return sight.k >= needed(live) * 0.99 && live.every((box) => within(onStage(box, sight), free));
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
  return kept(centred(around(together), sight.k, space), scene, space);
}

/** Whether a finger that wants something live would touch something else. */
export function isBlocked(sight: Sight, live: Box[], obstacles: Box[]): boolean {
  const half = TARGET / 2;
  return live.some((box) => {
    const { x, y } = middle(onStage(box, sight));
    const finger = { x: x - half, y: y - half, width: TARGET, height: TARGET };
    return obstacles.some((one) => touches(finger, one));
  });
}

/** Beside a thing, inside what is free, off everything else that is live. */
export function beside(box: Box, size: number, sight: Sight, space: Space, live: Box[]): Box {
  const free = inner(space);
  const { x, y, width, height } = onStage(box, sight);
  const [across, down] = [x + width / 2 - size / 2, y + height / 2 - size / 2];
  const taken = live.filter((other) => other !== box).map((other) => onStage(other, sight));
  const places = [
    [x + width + GAP, down],
    [x - size - GAP, down],
    [across, y + height + GAP],
    [across, y - size - GAP],
    [x + width - size, y + height - size],
  ].map(([left, top]) => ({
    x: Math.min(free.x + free.width - size, Math.max(free.x, left!)),
    y: Math.min(free.y + free.height - size, Math.max(free.y, top!)),
    width: size,
    height: size,
  }));
  const clear = places.filter((place) => !taken.some((other) => touches(place, other)));
  const own = onStage(box, sight);
  return clear.find((place) => !touches(place, own)) ?? clear[0] ?? places.at(-1)!;
}

/** A free place of a side for a chip at an edge, off everything that is live. */
export function chipAt(edge: Edge, size: number, sight: Sight, space: Space, live: Box[]): Box {
  const free = inner(space);
  const taken = live.map((box) => onStage(box, sight));
  const isUpright = edge === "left" || edge === "right";
  const room = (isUpright ? free.height : free.width) - size;
  const places = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95].map((part) => ({
    x:
      edge === "left"
        ? free.x
        : edge === "right"
          ? free.x + free.width - size
          : free.x + room * part,
    y:
      edge === "top"
        ? free.y
        : edge === "bottom"
          ? free.y + free.height - size
          : free.y + room * part,
    width: size,
    height: size,
  }));
  return places.find((place) => !taken.some((box) => touches(place, box))) ?? places[0]!;
}

export const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
