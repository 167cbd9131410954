/** How long an analysis thinks of every position, so that a whole game takes half a minute. */
import type { Pace } from "./analyst";

const SIMULATIONS = 20_000; // of a look at most: five times as many as were shown to be enough
const GAME = 26_000; // milliseconds of every worker for a game,
const AGAIN = 10_000; // of which so many at least are for second looks
const LOOK = 250; // milliseconds at most for a first look at a position,
const CLOSE = 1000; // and for a second one at what came of a decision
/** With fewer simulations nothing can be said of a position. */
export const ENOUGH = 200;

/**
 * The paces of first and second looks. Only thinking is charged: what a tab does
 * not think while it is frozen is no time that is gone. What first looks leave is for second ones.
 */
export function pacesFor(workers: number): [first: Pace, second: Pace] {
  let rest = GAME * workers;
  const pace =
    (kept: number, most: number): Pace =>
    (left) => {
      const milliseconds = Math.min(most, Math.max(0, rest - kept * workers) / left);
      rest -= milliseconds;
      return { simulations: SIMULATIONS, milliseconds, enough: ENOUGH };
    };
  return [pace(AGAIN, LOOK), pace(0, CLOSE)];
}
