/**
 * Everything that is drawn, by the names that `data-at` gives it. The first word is the kind; what
 * belongs to somebody has the number of the seat next, and what there are several of ends with one.
 */
import type { Thing } from "../contract";

/** Each kind with one of its things. */
export const THINGS = {
  chamber: "chamber 17",
  space: "space 39 2", // the third place of chamber 39
  stored: "stored 39 1", // the stone in the second one
  tunnel: "tunnel 1-5",
  ant: "ant red",
  steps: "steps 2", // the number that says how far chamber 2 is
  road: "road north",
  row: "row north", // the same road, small, in the tray
  field: "field north 6", // fields are counted from 1, as in the rules
  laid: "laid north 6", // the card that lies there
  end: "end nw",
  river: "river west",
  pile: "pile",
  discard: "discard",
  discarded: "discarded red",
  hand: "hand 1",
  card: "card 0 2",
  box: "box 0",
  stone: "stone 0 yellow 1",
  reserve: "reserve 0",
  heap: "heap 0 yellow",
  friends: "friends 0",
  friend: "friend 0 snail 1",
  points: "points 0",
  market: "market",
  offer: "offer snail",
  gain: "gain yellow",
  larder: "larder yellow",
  unload: "unload 2",
  seat: "seat 1",
  round: "round",
  plays: "plays",
} as const satisfies Record<string, Thing>;

export type Kind = keyof typeof THINGS;
