/** What a screen reader is told, and what is shown for a moment at the edge of the page. */
import { untrack } from "svelte";

export const news = $state({ spoken: "", toast: "", toasts: 0 });

/** Say something to those who listen. */
export function announce(text: string): void {
  // The same sentence twice would not be read again. Whoever announces does not listen.
  const before = untrack(() => news.spoken);
  news.spoken = text === before ? `${text}\u00a0` : text;
}

/** Show something for a moment, and say it. */
export function toast(text: string): void {
  news.toast = text;
  news.toasts = untrack(() => news.toasts) + 1;
  announce(text);
}
