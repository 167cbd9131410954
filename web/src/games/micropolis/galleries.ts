/**
 * Which pieces of gallery hang together in a ring, so that a
 * whole gallery can be lit. Points are the server's.
 */
import { RING, type Port, type Tile } from "./view";

/** The pieces of a gallery: slot and number of the segment on its tile. */
export interface Gallery {
  pieces: Set<string>;
  slots: Set<number>;
}

export const piece = (slot: number, segment: number): string => `${slot}:${segment}`;

/**
 * Where an opening lies: junction 2 * slot is at the left
 * side of a slot, outside; the next one inside.
 */
function junction(slot: number, port: Port): number {
  return 2 * ((slot + (port[0] === "R" ? 1 : 0)) % RING) + (port[1] === "O" ? 0 : 1);
}

/**
 * All galleries of a ring, in the order in which the score
 * sheet names them: by their first junction.
 */
export function galleriesOf(ring: (Tile | null)[]): Gallery[] {
  const ends = Array.from({ length: 2 * RING }, () => [] as { slot: number; segment: number }[]);
  ring.forEach((tile, slot) =>
    tile?.segments.forEach((part, segment) =>
      part.ports.forEach((port) => ends[junction(slot, port)]!.push({ slot, segment })),
    ),
  );
  const seen = new Set<string>();
  const found: Gallery[] = [];
  for (const there of ends) {
    for (const { slot, segment } of there) {
      if (!seen.has(piece(slot, segment))) found.push(grown(ring, ends, slot, segment, seen));
    }
  }
  return found;
}

function grown(
  ring: (Tile | null)[],
  ends: { slot: number; segment: number }[][],
  slot: number,
  segment: number,
  seen: Set<string>,
): Gallery {
  const gallery: Gallery = { pieces: new Set(), slots: new Set() };
  const todo = [{ slot, segment }];
  for (let at = todo.pop(); at; at = todo.pop()) {
    const name = piece(at.slot, at.segment);
    if (seen.has(name)) continue;
    seen.add(name);
    gallery.pieces.add(name);
    gallery.slots.add(at.slot);
    for (const port of ring[at.slot]!.segments[at.segment]!.ports)
      todo.push(...ends[junction(at.slot, port)]!);
  }
  return gallery;
}

/** What one sees in a gallery. */
export interface Contents {
  ants: number;
  queens: number;
  fruits: string[];
  span: number;
}

export function contentsOf(ring: (Tile | null)[], gallery: Gallery): Contents {
  const parts = [...gallery.pieces].map((name) => {
    const [slot, segment] = name.split(":").map(Number) as [number, number];
    return ring[slot]!.segments[segment]!;
  });
  return {
    ants: parts.reduce((sum, part) => sum + (part.workers ?? 0) + (part.specialist ? 1 : 0), 0),
    queens: parts.filter((part) => part.specialist === "queen").length,
    fruits: parts.flatMap((part) => part.fruits ?? []),
    span: gallery.slots.size,
  };
}

const FRUITS = [0, 2, 5, 10, 15, 20, 25]; // points of different fruits (MP-8.7)

/** Points that a gallery brings by itself: its ants, its fruits, its queen. */
export function worthOf({ ants, fruits, queens, span }: Contents) {
  const kinds = new Set(fruits.filter((fruit) => fruit !== "gift")).size;
  const gifts = fruits.filter((fruit) => fruit === "gift").length;
  return {
    population: ants,
    harvest: FRUITS[Math.min(6, kinds + gifts)]!,
    royal: queens === 1 ? span : 0,
  };
}

/** The same of all galleries together, or of those on one slot. */
export function worthIn(ring: (Tile | null)[], slot?: number) {
  const sum = { population: 0, harvest: 0, royal: 0 };
  for (const gallery of galleriesOf(ring)) {
    if (slot !== undefined && !gallery.slots.has(slot)) continue;
    const worth = worthOf(contentsOf(ring, gallery));
    for (const what of ["population", "harvest", "royal"] as const) sum[what] += worth[what];
  }
  return sum;
}
