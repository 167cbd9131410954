/** How strong a bot is, and against whom that was measured. */
import { characterOf } from "./characters";
import { prefs } from "./prefs.svelte";
import type { Contest } from "./schema";
import { say } from "./words.svelte";

/** A share as a reader writes it. */
const percent = (share: number): string =>
  new Intl.NumberFormat(prefs.language, { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );

/** A contest in a sentence. */
export function contestWords(of: Contest): string {
  const [low, high] = of.interval;
  return say("contest_told", {
    share: percent(of.win_share),
    count: of.matches,
    name: characterOf(of.against),
    players: of.players,
    low: percent(low),
    high: percent(high),
  });
}
