/** With how many people a game can be found quickly. */
import type { GameEntry } from "../lib/api";

const FEWEST = 2;
const MOST = 6; // players who can be brought together

/** Numbers of players for which a game is played by its usual rules: others must be chosen. */
export function countsOf({ players, facts }: Pick<GameEntry, "players" | "facts">): number[] {
  const [fewest, most] = [Math.max(FEWEST, players.fewest), Math.min(MOST, players.most)];
  const counts = Array.from({ length: Math.max(0, most - fewest + 1) }, (_, more) => fewest + more);
  return counts.filter((count) => !(count in (facts.by_players ?? {})));
}
