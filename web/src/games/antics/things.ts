/**
 * Everything that is drawn, by the name that `data-at` gives it: its kind, then which one. Seats
 * count from 0.
 */
import type { Thing } from "../contract";
import { isLeaf, type Colour, type Food, type Nest, type PathName, type Prey } from "./view";

export const things = {
  /** A hex of the hill of a seat. */
  hex: (seat: number, hex: number) => `hex ${seat} ${hex}`,
  /** The marker of a seat on a hex that it has used. */
  marker: (seat: number, hex: number) => `marker ${seat} ${hex}`,
  /** Where a hex of one's own is chosen. */
  use: (seat: number, hex: number) => `use ${seat} ${hex}`,
  /** A hex of one's hill or the ground beside it, on which a tile can be built: `4`, `4 se`. */
  ground: (spot: string) => `ground ${spot}`,
  /** A tile that a seat has in hand: the so-manieth. */
  hand: (seat: number, index: number) => `hand ${seat} ${index}`,
  /** A place of the display: `3b`. */
  field: (place: string) => `field ${place}`,
  /** All three places of a field, where its number stands. */
  column: (field: number) => `column ${field}`,
  row: (row: string) => `row ${row}`,
  anteater: (colour: Colour) => `anteater ${colour}`,
  /** What the first, second or third anteater eats. */
  meal: (index: number) => `meal ${index}`,
  bag: () => "bag",
  path: (path: PathName) => `path ${path}`,
  /** Where a path is chosen. */
  knob: (path: PathName) => `knob ${path}`,
  clearing: (clearing: number) => `clearing ${clearing}`,
  /** Food that lies on a clearing. */
  lying: (clearing: number) => `lying ${clearing}`,
  /** The great anthill. */
  home: () => "home",
  nest: (nest: Nest) => `nest ${nest}`,
  /** The ants of a seat that wait in a nest. */
  brood: (seat: number, nest: Nest) => `brood ${seat} ${nest}`,
  /** One's own ants in a nest, in the tray. */
  crew: (nest: Nest) => `crew ${nest}`,
  worker: (seat: number, path: PathName) => `worker ${seat} ${path}`,
  soldier: (seat: number, path: PathName) => `soldier ${seat} ${path}`,
  /** Food on an ant; nobody has two of a kind of prey. */
  load: (seat: number, food: Food, path: PathName) =>
    isLeaf(food) ? `load ${seat} ${food} ${path}` : `load ${seat} ${food}`,
  /** Ants that have not hatched. */
  supply: (seat: number) => `supply ${seat}`,
  /** Leaves brought home. */
  leaves: (seat: number, leaf: "green" | "brown") => `leaves ${seat} ${leaf}`,
  /** Prey brought home. */
  prey: (seat: number, prey: Prey) => `prey ${seat} ${prey}`,
  hero: (seat: number) => `hero ${seat}`,
  /** How many actions are left. */
  actions: () => "actions",
  /** How many steps of an action are left. */
  steps: () => "steps",
  end: () => "end",
  done: () => "done",
  send: () => "send",
  recall: () => "recall",
  steal: () => "steal",
  seat: (seat: number) => `seat ${seat}`,
} satisfies Record<string, (...which: never[]) => Thing>;

export type Kind = keyof typeof things;
export const KINDS = Object.keys(things) as Kind[];
