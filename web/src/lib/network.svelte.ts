/** Whether what is shown is what the house says now, or what was seen before. */
import { prefs } from "./prefs.svelte";
import { say } from "./words.svelte";

class Network {
  /** When the oldest of it was seen, in milliseconds since 1970; null: it is new. */
  seen = $state<number | null>(null);
  /** The same of a table that is shown: it follows its house by a line of its own. */
  table = $state<number | null>(null);

  /** An answer has come: from the house, or as it was at a time. */
  hear(at: string | null): void {
    const when = at === null ? NaN : Date.parse(at);
    this.seen = Number.isNaN(when) ? null : Math.min(this.seen ?? when, when);
  }
}

export const network = new Network();

/** What is said of something that was seen then. */
export function withoutNetwork(seen: number): string {
  return say("without_network", { time: timeOf(seen) });
}

/** A time as one says it today: of another day, its date as well. */
function timeOf(when: number): string {
  const isToday = new Date(when).toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ dateStyle: "medium" } as const);
  return new Intl.DateTimeFormat(prefs.language, { ...day, timeStyle: "short" }).format(when);
}
