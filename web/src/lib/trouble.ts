/** What a reader is told when something is refused. */
import { Trouble } from "./api";
import { prefs } from "./prefs.svelte";
import { hasWords, say } from "./words.svelte";

/**
 * In the reader's language where the page knows the reason; else as the server
 * says it. What is no answer of the server is a piece of the page that is gone.
 */
export function toldAs(trouble: unknown): string {
  if (!(trouble instanceof Trouble)) return say("page_changed");
  const isForEver = trouble.error === "banned" && trouble.until === null;
  const key = isForEver ? "trouble_banned_for_ever" : `trouble_${trouble.error}`;
  const values = { until: dated(trouble.until), reason: trouble.reason };
  return hasWords(key) ? say(key, values).trim() : trouble.message || say("gone");
}

/** Whether the same may go right in a moment: no answer, a house in need, too many at once. */
export function isPassing(trouble: unknown): boolean {
  if (!(trouble instanceof Trouble)) return false;
  return trouble.status === 0 || trouble.status === 429 || trouble.status >= 500;
}

/** A time, given in seconds since 1970, as its reader writes it. */
export function dated(seconds: number | null): string {
  if (seconds === null) return "";
  const form = { dateStyle: "medium", timeStyle: "short" } as const;
  return new Intl.DateTimeFormat(prefs.language, form).format(seconds * 1000);
}
