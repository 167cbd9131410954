/** When each motion of a step begins and how long it takes, at normal speed. */
import type { Motion, MotionKind } from "../games/contract";

const LENGTHS: Record<MotionKind, number> = {
  fly: 350,
  walk: 200, // each stretch
  drop: 350,
  pop: 300,
  fade: 250,
  glow: 350,
  shake: 250,
  flip: 400,
};
const LONGEST_WALK = 900;
const APART = 80; // between several of a kind
export const MOST_COPIES = 12; // that fly at once; more fly as one with a number

export interface Timed {
  motion: Motion;
  /** The number of this copy, and how many it stands for. */
  nth: number;
  times: number;
  start: number;
  length: number;
}

/** Every copy that flies, and when. */
export function timeline(motions: Motion[]): Timed[] {
  const wanted = motions.reduce((sum, { count = 1 }) => sum + count, 0);
  const timed: Timed[] = [];
  let [began, ended] = [0, 0];
  for (const motion of motions) {
    const { count = 1 } = motion;
    if (count < 1) continue;
    const copies = wanted > MOST_COPIES ? 1 : count;
    const start = motion.after === undefined ? ended : began + motion.after;
    const length = lengthOf(motion);
    for (let nth = 0; nth < copies; nth += 1)
      timed.push({ motion, nth, times: count / copies, start: start + nth * APART, length });
    began = start;
    ended = start + (copies - 1) * APART + length;
  }
  return timed.slice(0, MOST_COPIES);
}

function lengthOf({ kind, ms, via = [] }: Motion): number {
  if (ms !== undefined) return ms;
  return kind === "walk" ? Math.min(LONGEST_WALK, LENGTHS.walk * (via.length + 1)) : LENGTHS[kind];
}

/** How long all of it takes. */
export const lasting = (timed: Timed[]): number =>
  Math.max(0, ...timed.map(({ start, length }) => start + length));
