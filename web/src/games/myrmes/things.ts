/**
 * The names of all that is drawn, as `data-at` bears them. Cards of information and motions know no
 * others. What belongs to a seat has its number (from 0) as the second word.
 */
import type { Thing } from "../contract";

/** Every kind of thing: the first word of its name, and what follows it. */
export const KINDS = {
  hex: "k4",
  goal: "k4", // what can be chosen on a hex
  tile: "k4", // by its first hex
  cube: "k4", // on a tile
  prey: "k5",
  tunnel: "l4",
  walker: "", // the worker in the garden
  ghost: "", // the tile that is about to be laid
  way: "1", // in which it can lie
  deed: "convert", // what is chosen in the tray and is no thing
  event: "5",
  marker: "0", // of the seat, on the event track
  track: "0 larvae",
  slot: "0 larvae 2",
  nurses: "0", // who wait in the nursery
  nurse: "0", // one of them
  act: "0 tunnel", // in the atelier
  room: "0 2", // seat and level
  yield: "0 2", // what it brings
  inside: "0 2", // the worker in it
  row: "0 food", // of the store, with its number
  fact: "0 food", // the same beside the name of a seat
  food: "0",
  earth: "0",
  stone: "0",
  larvae: "0",
  workers: "0",
  soldiers: "0",
  trophies: "0",
  markers: "0",
  level: "0",
  storeroom: "0",
  form: "0 pair",
  objective: "1",
  done: "0 1", // the nurse of a seat on an objective
  die: "spring",
  year: "",
  winter: "",
  first: "",
  source: "0 hunting", // points by where they came from
  score: "0",
  seat: "0",
} as const;

export type Kind = keyof typeof KINDS;

/** The name of a thing. */
export const thing = (kind: Kind, ...words: (string | number)[]): Thing =>
  [kind, ...words].join(" ");

/** A name taken apart; null for one of somebody else's. */
export function taken(thing: Thing): { kind: Kind; words: string[] } | null {
  const [kind, ...words] = thing.split(" ");
  return kind !== undefined && kind in KINDS ? { kind: kind as Kind, words } : null;
}
