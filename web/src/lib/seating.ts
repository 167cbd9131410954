/** Seats of a table that is being set up, or of a game on paper. */
import type { NewSeat, Seat } from "./api";

export type Place = NewSeat & { id: number };

let made = 0;

/** Me against bots of a level, which is what most people want, or with friends. */
export function usualPlaces(count: number, level: string, others: "bot" | "open" = "bot"): Place[] {
  return Array.from({ length: count }, (_, seat) => newPlace(seat === 0 ? "me" : others, level));
}

export function newPlace(kind: NewSeat["kind"], level: string): Place {
  made += 1;
  return { id: made, kind, level };
}

/** A seat of a game on paper, where nobody comes or goes. */
export const onPaper = (name: string, mine: boolean): Seat => ({
  kind: "person",
  name,
  guest: false,
  gone: false,
  level: null,
  mine,
  returns: false,
  online: true,
  away_since: null,
  late: false,
  hints: 0,
  deadline: null,
});

/** As many seats as that: the last ones go, or more friends come after a friend, else bots. */
export function resized(places: Place[], count: number, level: string): Place[] {
  const kind = places.at(-1)?.kind === "open" ? "open" : "bot";
  const more = Array.from({ length: Math.max(0, count - places.length) }, () =>
    newPlace(kind, level),
  );
  return [...places.slice(0, count), ...more];
}

/** Two seats change places. */
export function swapped(places: Place[], one: number, other: number): Place[] {
  const found = [...places];
  [found[one], found[other]] = [found[other]!, found[one]!];
  return found;
}

/** As the server wants them. */
export function asked(places: Place[]): NewSeat[] {
  return places.map(({ kind, level }) => (kind === "bot" ? { kind, level } : { kind }));
}
