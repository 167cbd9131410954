/** What a reader is told when something is refused. */
import { Trouble } from "./api";
import { hasWords, say } from "./words.svelte";

/**
 * In the reader's language where the page knows the reason; else as the server
 * says it. What is no answer of the server is a piece of the page that is gone.
 */
export function toldAs(trouble: unknown): string {
  if (!(trouble instanceof Trouble)) return say("page_changed");
  const key = `trouble_${trouble.error}`;
  return hasWords(key) ? say(key) : trouble.message || say("gone");
}
