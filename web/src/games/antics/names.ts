/** Whom a seat is called by. */
import { say, type Key } from "../../lib/words.svelte";
import type { Desk } from "../../table/desk.svelte";

export function nameOf(desk: Desk, seat: number): string {
  const found = desk.seats[seat];
  if (found?.kind === "person" && found.name) return found.name;
  if (found?.kind === "bot") return say("bot_of", { level: say(`level_${found.level}` as Key) });
  return desk.say("player", { n: seat + 1 });
}
