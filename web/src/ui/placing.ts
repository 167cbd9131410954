/** Where something lies on a stage that belongs to its drawing: ticks, chips, badges. Pixels only. */
import type { Box } from "../games/contract";
import { inner, touches, type Edge, type Space } from "./optics";

const GAP = 6; // between a thing and what belongs to it
const REACH = 96; // how far from it that may lie
const CROSS = 12; // a number at every edge: how much of a badge lies over what it is about

/** Pixels that two boxes share. */
function shared(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const covering = (place: Box, things: Box[]): number =>
  sum(things.map((thing) => shared(place, thing)));

/** The first place of those that cost least. */
function cheapest(places: Box[], cost: (place: Box) => number): Box {
  let [best, least] = [places[0]!, Infinity];
  for (const place of places) {
    const price = cost(place);
    if (price < least) [best, least] = [place, price];
  }
  return best;
}

/** So that it lies inside what is free. */
function inside(place: Box, space: Space): Box {
  const free = inner(space);
  return {
    ...place,
    x: Math.min(free.x + free.width - place.width, Math.max(free.x, place.x)),
    y: Math.min(free.y + free.height - place.height, Math.max(free.y, place.y)),
  };
}

/** Beside a thing, and never on it; if it can be, off everything else that is live. */
export function beside(thing: Box, size: number, space: Space, live: Box[]): Box {
  const [across, down] = [thing.x + thing.width / 2, thing.y + thing.height / 2];
  const places: Box[] = [];
  for (let gap = GAP; gap <= REACH; gap += 15) {
    const [wide, high] = [thing.width / 2 + gap + size / 2, thing.height / 2 + gap + size / 2];
    for (const [x, y] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [-1, 1],
      [1, -1],
      [-1, -1],
    ] as const) {
      const at = { x: across + x * wide - size / 2, y: down + y * high - size / 2 };
      places.push(inside({ ...at, width: size, height: size }, space));
    }
  }
  const never = [thing, ...(space.taken ?? [])];
  return cheapest(places, (at) => 1000 * covering(at, never) + covering(at, live));
}

/** A free place of a side for a chip at an edge, off everything that is live. */
export function chipAt(edge: Edge, size: number, space: Space, live: Box[]): Box {
  const free = inner(space);
  const [right, bottom] = [free.x + free.width - size, free.y + free.height - size];
  const places = [0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95].map((part) => ({
    x: edge === "left" ? free.x : edge === "right" ? right : free.x + (free.width - size) * part,
    y: edge === "top" ? free.y : edge === "bottom" ? bottom : free.y + (free.height - size) * part,
    width: size,
    height: size,
  }));
  const taken = space.taken ?? [];
  const isClear = (place: Box, things: Box[]) => !things.some((box) => touches(place, box));
  const open = places.filter((place) => isClear(place, taken));
  return open.find((place) => isClear(place, live)) ?? open[0] ?? places[0]!;
}

/** A corner for a button, off everything that is live: the lower right one if it can be. */
export function cornerAt(size: number, gap: number, space: Space, live: Box[]): Box {
  const free = inner(space);
  const [right, bottom] = [free.x + free.width - size - gap, free.y + free.height - size - gap];
  const places = [
    [right, bottom],
    [right, free.y + gap],
    [free.x + gap, free.y + gap],
  ].map(([x, y]) => ({ x: x!, y: y!, width: size, height: size }));
  return cheapest(places, (place) => covering(place, live));
}

/** Badges at the edges of things: never on one another, and off what is written. */
export function badges(
  things: Box[],
  size: { width: number; height: number },
  space: Space,
  words: Box[],
): Box[] {
  const placed: Box[] = [];
  for (const thing of things) {
    const { x, y } = thing;
    const [left, middle, right] = [
      x - size.width + CROSS,
      x + thing.width / 2 - size.width / 2,
      x + thing.width - CROSS,
    ];
    const [above, across, below] = [
      y - size.height + CROSS,
      y + thing.height / 2 - size.height / 2,
      y + thing.height - CROSS,
    ];
    const places = [
      [middle, above],
      [middle, y - size.height],
      [right, above],
      [left, above],
      [right, across],
      [left, across],
      [middle, below],
      [middle, y + thing.height],
      [right, below],
      [left, below],
    ].map(([x, y]) => inside({ ...size, x: x!, y: y! }, space));
    const others = things.filter((other) => other !== thing);
    placed.push(
      cheapest(
        places,
        (place) =>
          1000 * covering(place, [...placed, ...(space.taken ?? [])]) +
          3 * covering(place, words) +
          covering(place, others),
      ),
    );
  }
  return placed;
}
