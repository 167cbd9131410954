/** How long a step of somebody else stays on the screen. */
const LONGEST = 700; // milliseconds
const SHORTEST = 250;
const ALL = 6000; // what a row of steps may take together, where that leaves the shortest

export function pauseFor(waiting: number): number {
  return Math.max(SHORTEST, Math.min(LONGEST, ALL / (waiting + 1)));
}
