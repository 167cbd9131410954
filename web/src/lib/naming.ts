/** What a seat is called, the same on every page. */
import type { Sitting } from "./api";
import { say, type Key } from "./words.svelte";

// What the server calls somebody who has said no name
const GUEST = /^Guest (\d{4})$/;

/** A name as a reader is told it: a guest is one in her own language. */
export function called(name: string): string {
  const guest = GUEST.exec(name);
  return guest ? say("guest_number", { number: guest[1]! }) : name;
}

/** People by their names, bots by their level; several people at one screen are counted. */
export function nameOf(seats: Sitting[], number: number): string {
  const seat = seats[number];
  if (seat?.kind === "bot") return say("bot_of", { level: say(`level_${seat.level}` as Key) });
  if (seat?.kind === "open")
    return seat.name ? say("kept_for", { name: called(seat.name) }) : say("open_seat");
  if (!seat?.name || isShared(seats, number)) return say("player_number", { number: number + 1 });
  return called(seat.name);
}

/** Whether others play at the same screen under the same name. */
export function isShared(seats: Sitting[], number: number): boolean {
  return Boolean(seats[number]?.mine) && seats.filter((seat) => seat.mine).length > 1;
}

/** Several names as a reader says them: Ada, Ben and Eve. */
export function joined(names: string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return say("and", { one: names.slice(0, -1).join(", "), other: names.at(-1)! });
}
