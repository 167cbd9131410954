/** With how many people a game can be found quickly. */
import { aboutOf } from "../games";

const FEWEST = 2;
const MOST = 6; // players who can be brought together

/** Numbers of players for which a game is played by its usual rules: others must be chosen. */
export function countsOf(game: string, players: { fewest: number; most: number }): number[] {
  const unusual = aboutOf(game)?.byPlayers ?? {};
  const [fewest, most] = [Math.max(FEWEST, players.fewest), Math.min(MOST, players.most)];
  const counts = Array.from({ length: Math.max(0, most - fewest + 1) }, (_, more) => fewest + more);
  return counts.filter((count) => !(count in unusual));
}
