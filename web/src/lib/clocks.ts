/** How long friends may think: what is offered for a new table. */
import type { Clock } from "./api";

export const CLOCKS = {
  decision: [60, 300, 3600, 86_400, 259_200],
  game: [900, 1800, 3600, 7200],
} as const;

/** How long friends may wait for somebody who is away. */
export const PATIENCES = [600, 3600, 86_400, 259_200] as const;

/** What is usual with a clock: ten minutes, or as long as a decision may take. */
export function usualPatience(clock: Clock | null): number {
  return Math.max(PATIENCES[0], clock?.per === "decision" ? clock.seconds : 0);
}

/** A choice as a word of the form `game 1800`; nothing chosen is no clock. */
export const chosenAs = (per: Clock["per"], seconds: number) => `${per} ${seconds}`;

export function clockOf(choice: string): Clock | null {
  const [per, seconds] = choice.split(" ");
  return per === "decision" || per === "game"
    ? { per, seconds: Number(seconds), then: "bot" }
    : null;
}
