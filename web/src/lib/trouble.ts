/** What a reader is told when something is refused. */
import { Trouble } from "./api";
import { hasWords, say } from "./words.svelte";

/** In the reader's language where the page knows the reason; else as the server says it. */
export function toldAs(trouble: unknown): string {
  if (!(trouble instanceof Trouble)) return (trouble as Error).message || say("gone");
  const key = `trouble_${trouble.error}`;
  return hasWords(key) ? say(key) : trouble.message || say("gone");
}
