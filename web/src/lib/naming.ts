/** What a seat is called, the same on every page. */
import type { Sitting } from "./api";
import { botNamed } from "./characters";
import { say } from "./words.svelte";

// What the server calls somebody who has said no name
const GUEST = /^Guest (\d{4})$/;

/** A name as a reader is told it: a guest is one in her own language. */
export function called(name: string): string {
  const guest = GUEST.exec(name);
  return guest ? say("guest_number", { number: guest[1]! }) : name;
}

/** Somebody, as the house tells of her. */
export interface Somebody {
  name?: string;
  guest?: boolean;
  gone?: boolean;
}

/** What somebody is called now; who has left the house has left her name behind. */
export function calledNow(who: Somebody): string {
  return who.gone ? say("somebody_gone") : called(who.name ?? "");
}

/** Whether to say of somebody that she is a guest; one without a name is called so anyway. */
export function isGuest(who: Somebody): boolean {
  return Boolean(who.guest) && !GUEST.test(who.name ?? "");
}

/** A name in a sentence, with what is to be known of it. */
export function marked(who: Somebody): string {
  const name = calledNow(who);
  return isGuest(who) ? say("guest_named", { name }) : name;
}

/** People by their names, bots by their character; several at one screen, or alike, are counted. */
export function nameOf(seats: Sitting[], number: number): string {
  const seat = seats[number];
  if (seat?.kind === "bot") return botNamed(seat.level ?? "", countOf(seats, number));
  if (seat?.kind === "open")
    return calledNow(seat) ? say("kept_for", { name: marked(seat) }) : say("open_seat");
  if (!seat || !calledNow(seat) || isShared(seats, number))
    return say("player_number", { number: number + 1 });
  return calledNow(seat);
}

/** Which one of several bots of its kind sits there, if there are several. */
function countOf(seats: Sitting[], number: number): number | undefined {
  const alike = seats.filter(({ kind, level }) => kind === "bot" && level === seats[number]!.level);
  return alike.length > 1 ? alike.indexOf(seats[number]!) + 1 : undefined;
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
