/** Which chapters are passed: kept by this browser, and the same in all its tabs. */
import { KEY, prefs, remember, stored } from "../lib/prefs.svelte";

type Passed = Record<string, string[]>;

/** All that was passed in either. */
export function merged(some: Passed, others: Passed): Passed {
  const games = [...new Set([...Object.keys(some), ...Object.keys(others)])];
  const both = (game: string) => [...new Set([...(some[game] ?? []), ...(others[game] ?? [])])];
  return Object.fromEntries(games.map((game) => [game, both(game)]));
}

/** A chapter is passed. What was passed in other tabs meanwhile stays so. */
export function pass(game: string, chapter: string): void {
  const before = merged(prefs.passed, stored().passed ?? {});
  remember({ passed: merged(before, { [game]: [chapter] }) });
}

/** What is passed in another tab is passed here as well, until that is called which it gives. */
export function listen(): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === KEY) prefs.passed = merged(prefs.passed, stored().passed ?? {});
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
