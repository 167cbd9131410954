/** The games of this house by name, for pages that tell of tables: asked for when one is told. */
import { games, type GameEntry } from "./api";
import { prefs, type Language } from "./prefs.svelte";

let known = $state.raw<GameEntry[]>([]);
/** In which language they were asked for. */
let asked: Language | null = null;

/** Somebody has asked for them anyway. */
export function noteGames(found: GameEntry[]): void {
  known = found;
  asked = prefs.language;
}

/** All games, as soon as they are known. */
export function gamesHere(): GameEntry[] {
  if (asked !== prefs.language) {
    asked = prefs.language;
    games().then(
      (found) => noteGames(found.games),
      () => (asked = null),
    );
  }
  return known;
}

/** What a game is called; until that is known, its short name. */
export const titleOf = (game: string): string =>
  gamesHere().find(({ name }) => name === game)?.title ?? game;
