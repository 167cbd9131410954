/** The game of a day: asked for, begun, and told. */
import { ask, type Day } from "../lib/api";
import { characterOf } from "../lib/characters";
import { toast } from "../lib/announce.svelte";
import { prefs } from "../lib/prefs.svelte";
import { go } from "../lib/router.svelte";
import { toldAs } from "../lib/trouble";
import { say } from "../lib/words.svelte";

const DAY = 86_400_000; // milliseconds

/** The game of a day; without one, of today by the clock of the house. */
export const dayOf = (day: number | null = null): Promise<Day> =>
  ask<Day>(day === null ? "/api/daily" : `/api/daily?day=${day}`);

/** Begin the one try at the game of a day, or go on with it. */
export async function begin({ day }: Day): Promise<void> {
  await ask<{ id: string }>("/api/daily", { day })
    .then((made) => go(`/t/${made.id}`))
    .catch((trouble: unknown) => toast(toldAs(trouble)));
}

/** A day as its reader writes it: the same everywhere, whatever the clock of the reader says. */
export function dated(day: number): string {
  const form = { dateStyle: "full", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(prefs.language, form).format(day * DAY);
}

/** Whom one plays against. */
export function opponents(day: Day): string {
  const [count, name] = [day.players - 1, characterOf(day.level)];
  return say(count === 1 ? "daily_bot" : "daily_bots", { count, name });
}
