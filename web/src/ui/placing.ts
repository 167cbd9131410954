/** Where something lies on a stage that belongs to its drawing: ticks, chips, badges; in pixels. */
import type { Box } from "../games/contract";
import { inner, shared, touches, type Edge, type Space } from "./optics";

const GAP = 6; // between a thing and what belongs to it
const REACH = 96; // how far from it that may lie
const CROSS = 12; // how much of a badge lies over what it is about

interface Size {
  width: number;
  height: number;
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const covering = (place: Box, things: Box[]): number =>
  sum(things.map((thing) => shared(place, thing)));

/** The first place of those that cost least. */
function cheapest<Place>(places: Place[], cost: (place: Place) => number): Place {
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))]!;
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

/** Places for a badge across and outside the edges of a thing, and how unusual each of them is. */
function edgesOf(thing: Box, { width, height }: Size): { place: Box; odd: number }[] {
  const { x, y } = thing;
  const [low, far] = [y + thing.height, x + thing.width];
  const middle = x + thing.width / 2 - width / 2;
  const at = (left: number, top: number, odd: number) => ({
    place: { x: left, y: top, width, height },
    odd,
  });
  return [
    at(middle, y - height + CROSS, 0),
    at(middle, y - height, 10),
    at(middle, low - CROSS, 20),
    at(middle, low, 30),
    at(middle, y - 2 * height - 2, 200),
    at(middle, low + height + 2, 200),
    ...[far - CROSS, x - width + CROSS].flatMap((left) => [
      at(left, y - height + CROSS, 300),
      at(left, low - CROSS, 300),
      at(left, y + thing.height / 2 - height / 2, 300),
    ]),
  ];
}

/** Badges at the edges of things: never on one another, off what is written and what is live. */
export function badges(things: Box[], size: Size, space: Space, words: Box[], live: Box[]): Box[] {
  const placed: Box[] = [...(space.taken ?? [])];
  return things.map((thing) => {
    const others = live.filter((other) => shared(other, thing) < 0.9 * thing.width * thing.height);
    const edges = edgesOf(thing, size).map(({ place, odd }) => ({
      place: inside(place, space),
      odd,
    }));
    const found = cheapest(
      edges,
      ({ place, odd }) =>
        1000 * covering(place, placed) + 3 * covering(place, words) + covering(place, others) + odd,
    ).place;
    placed.push(found);
    return found;
  });
}
