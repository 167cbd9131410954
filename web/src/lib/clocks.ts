/** How long friends may think: what is offered for a new table. */
import type { Clock } from "./api";

export const CLOCKS = {
  game: [900, 1800, 3600, 7200],
  decision: [60, 300, 3600],
  days: [86_400, 259_200, 604_800],
} as const;

/** What happens when somebody's time is over; usual is the first. */
export const ENDS = ["bot", "resign", "nothing"] as const;

/** Seconds for a decision from which on nobody waits at the table. */
const LEISURE = 4 * 3600;

export type Pace = "free" | "live" | "days";

/** What is chosen first of every pace. */
export const PACES: Record<Pace, string> = {
  free: "",
  live: "game 1800 bot",
  days: "decision 86400 bot",
};

/** Whether all are at the table together, or everybody comes when they find time. */
export function paceOf(clock: Clock | null): Pace {
  if (!clock) return "free";
  return clock.seconds >= (clock.per === "decision" ? LEISURE : CLOCKS.days[0]) ? "days" : "live";
}

/** How long friends may wait for somebody who is away. */
export const PATIENCES = [600, 3600, 86_400, 259_200, 604_800] as const;

/** What is usual with a clock: ten minutes, or as long as a decision may take. */
export function usualPatience(clock: Clock | null): number {
  return Math.max(PATIENCES[0], clock?.per === "decision" ? clock.seconds : 0);
}

/** A choice as a word of the form `game 1800 bot`; nothing chosen is no clock. */
export const chosenAs = (per: Clock["per"], seconds: number, then: Clock["then"] = "bot") =>
  `${per} ${seconds} ${then}`;

export function clockOf(choice: string): Clock | null {
  const [per, seconds, then] = choice.split(" ");
  return per === "decision" || per === "game"
    ? { per, seconds: Number(seconds), then: ENDS.find((one) => one === then) ?? "bot" }
    : null;
}
