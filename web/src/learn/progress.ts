/** Which chapters are passed and which puzzles solved: kept by this browser, for all its tabs. */
import { KEY, prefs, remember, stored } from "../lib/prefs.svelte";

/** Names, by game. */
type Done = Record<string, string[]>;
type Kind = "passed" | "solved";

/** All that was done in either. */
export function merged(some: Done, others: Done): Done {
  const games = [...new Set([...Object.keys(some), ...Object.keys(others)])];
  const both = (game: string) => [...new Set([...(some[game] ?? []), ...(others[game] ?? [])])];
  return Object.fromEntries(games.map((game) => [game, both(game)]));
}

/** Something is done. What was done in other tabs meanwhile stays so. */
export function keep(kind: Kind, game: string, name: string): void {
  const before = merged(prefs[kind], stored()[kind] ?? {});
  remember({ [kind]: merged(before, { [game]: [name] }) });
}

/** What is done in another tab is done here as well, until that is called which it gives. */
export function listen(): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    for (const kind of ["passed", "solved"] as const)
      prefs[kind] = merged(prefs[kind], stored()[kind] ?? {});
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
