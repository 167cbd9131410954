/** What a seat is called, the same on every page. */
import type { Sitting } from "./api";
import { say, type Key } from "./words.svelte";

/** People by their names, bots by their level; several people at one screen are counted. */
export function nameOf(seats: Sitting[], number: number): string {
  const seat = seats[number];
  if (seat?.kind === "bot") return say("bot_of", { level: say(`level_${seat.level}` as Key) });
  if (seat?.kind === "open")
    return seat.name ? say("kept_for", { name: seat.name }) : say("open_seat");
  if (!seat?.name || isShared(seats, number)) return say("player_number", { number: number + 1 });
  return seat.name;
}

/** Whether others play at the same screen under the same name. */
export function isShared(seats: Sitting[], number: number): boolean {
  return Boolean(seats[number]?.mine) && seats.filter((seat) => seat.mine).length > 1;
}
