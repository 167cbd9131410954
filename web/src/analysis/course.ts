/** The steps of a game that is over, and its decisions that stood in the end. */
import type { Step } from "../lib/api";

export interface Course<One = Step> {
  steps: One[];
  /** The step at which each decision was taken: what was taken back is not among them. */
  taken: number[];
  /** How many decisions stood after each step; null: one of them was taken back later. */
  standing: (number | null)[];
}

export function courseOf<One extends Pick<Step, "kind" | "seat">>(steps: One[]): Course<One> {
  const stacks: number[][] = [];
  let stack: number[] = [];
  steps.forEach(({ kind, seat }, at) => {
    if (kind === "played") stack = [...stack, at];
    else if (kind === "undone") {
      const last = stack.findLastIndex((played) => steps[played]!.seat === seat);
      stack = stack.filter((_, place) => place !== last);
    }
    stacks.push(stack);
  });
  const taken = stack;
  const standing = stacks.map((some) =>
    some.every((played, place) => played === taken[place]) ? some.length : null,
  );
  return { steps, taken, standing };
}

/** The step that shows the game before a decision, counted from 1. */
export const before = ({ taken }: Course, number: number): number =>
  Math.max(0, (taken[number - 1] ?? 1) - 1);

/** How many decisions there were at a step, of those that stood. */
export function decided({ taken }: Course, at: number): number {
  const later = taken.findIndex((step) => step > at);
  return later < 0 ? taken.length : later;
}
