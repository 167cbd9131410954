/** What is said of a decision, by the chance of winning that it gave away. */
import MARKS from "../../../src/formicarium/analysis/marks.json";

export { MARKS };

const WORST_FIRST = ["blunder", "mistake", "inaccuracy"] as const;
export type Mark = (typeof WORST_FIRST)[number];

/** How such a decision is marked in notation. */
export const SIGNS: Record<Mark, string> = { blunder: "??", mistake: "?", inaccuracy: "?!" };

/** What is said of a decision that gave so much away, if anything. */
export const markOf = (loss: number): Mark | undefined =>
  WORST_FIRST.find((mark) => loss >= MARKS[mark]);

/** What an analysis says of one decision: see docs/server.md. */
export interface Moment {
  /** Counted from 1. */
  number: number;
  seat: number;
  before: number[];
  after: number[];
  /** The chance that was given away. */
  loss: number;
  /** What would have been better: its code, and in words. */
  better: number | null;
  better_words: string | null;
  /** Of a marked one: codes of all that is about as good as the best. */
  good: number[];
  /** Whether anything else could have been decided. */
  free: boolean;
}

/** How well each seat has decided, from 0 to 1; null: it never had a choice. */
export function accuracies(moments: Moment[], players: number): (number | null)[] {
  return Array.from({ length: players }, (_, seat) => {
    const free = moments.filter((one) => one.free && one.seat === seat);
    const sum = free.reduce((all, { loss }) => all + 2 ** (-loss / MARKS.halves), 0);
    return free.length ? sum / free.length : null;
  });
}
