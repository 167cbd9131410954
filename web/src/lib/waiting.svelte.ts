/**
 * The tables that wait for me, the most urgent first: asked for when the page comes to the front,
 * now and then behind others, and when a table tells that something has changed elsewhere. Their
 * number stands before the title of the page and on the badge of the app. Whoever looks at the page
 * tells the house so: then she needs no message.
 */
import { ask } from "./api";
import { titled } from "./titles";
import type { WaitingDocument } from "./schema";

const BEAT = 30_000; // milliseconds between two signs that somebody looks,
const SLOW_BEAT = 120_000; // and between two questions of a page that nobody sees

let found = $state.raw<readonly string[]>([]);
let begun = false;

export const waiting = {
  get tables(): readonly string[] {
    return found;
  },

  /** The next table that waits for me, after the one where I am. */
  next(here: string): string | null {
    return found.find((table) => table !== here) ?? null;
  },

  /** What a table itself says is known at once. */
  note(table: string, isMine: boolean): void {
    if (isMine === found.includes(table)) return;
    tell(isMine ? [...found, table] : found.filter((one) => one !== table));
  },

  /** Ask the house; what cannot be asked stays as it was. */
  async ask(): Promise<void> {
    const isHere = document.visibilityState === "visible";
    const answer = await ask<WaitingDocument>(`/api/me/waiting?here=${isHere}`).catch(() => null);
    if (answer) tell(answer.tables);
  },

  /** Begin to know them, for as long as the page is open. */
  begin(): void {
    if (begun) return;
    begun = true;
    let asked = Date.now();
    const look = () => {
      const isSeen = document.visibilityState === "visible";
      if (!isSeen && Date.now() - asked < SLOW_BEAT) return;
      asked = Date.now();
      void this.ask();
    };
    document.addEventListener("visibilitychange", look);
    setInterval(look, BEAT);
    const title = document.querySelector("title");
    if (title) new MutationObserver(entitle).observe(title, { childList: true });
    void this.ask();
  },
};

function tell(tables: readonly string[]): void {
  if (tables.join() !== found.join()) found = tables;
  entitle();
  const badge = found.length ? navigator.setAppBadge?.(found.length) : navigator.clearAppBadge?.();
  badge?.catch(() => {}); // a browser may have none for this page
}

/** The number of tables before the title, whichever page has written it. */
function entitle(): void {
  const title = titled(document.title, found.length);
  if (document.title !== title) document.title = title;
}
