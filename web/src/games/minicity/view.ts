/** The parts of a view of Mini City that the page draws: see docs/notation/minicity.md. */
import type { GamePage } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import type { IconName } from "../../icons/drawings";

export const ANTS = ["red", "grey", "yellow", "violet", "black"] as const;
export const COLOURS = ["yellow", "orange", "blue", "green", "pink"] as const;
export const FRIENDS = [
  "millipede",
  "ladybird",
  "dragonfly",
  "bumblebee",
  "stick",
  "rhino",
  "orange",
  "exotic",
  "grasshopper",
  "snail",
] as const;
export const ENDS = ["nw", "ne", "sw", "se"] as const;

export type Ant = (typeof ANTS)[number];
export type Colour = (typeof COLOURS)[number];
export type Friend = (typeof FRIENDS)[number];
export type End = (typeof ENDS)[number];
export type Counts = Record<Colour, number>;

export type Phase =
  "stock" | "play" | "stick" | "move" | "unload" | "hop" | "ladybird" | "refill" | "over";

export interface SeatView {
  hand: string | null;
  box: Counts | null;
  reserve: Counts | null;
  points?: number;
  friends?: Friend[];
  cards: number;
  stocked?: number | null;
}

export interface MiniCityView {
  players: number;
  options: Record<string, string>;
  phase: Phase;
  first: number;
  plays?: number;
  limit: number;
  used?: Friend[];
  bought?: boolean;
  ants: Record<Ant, number>;
  stored: Record<string, number>;
  north: string;
  south: string;
  discard: string;
  pile_length: number;
  market?: Record<Friend, number>;
  seats: SeatView[];
  card?: End;
  as?: Ant;
  chamber?: number;
  /** Whether a place was free when the ant arrived. */
  room?: boolean;
  source?: number;
  reach?: number;
  round: number;
  turns: number;
  to_act: number[];
}

export interface Chamber {
  id: number;
  colour: Colour;
  places: number[];
  at: [number, number];
}

export interface BoardDocument {
  roads: { fields: number };
  friendship: Counts;
  chambers: Chamber[];
  tunnels: [number, number][];
  drawing: { size: [number, number]; outline: [number, number][] };
}

export interface CardsDocument {
  friends: { name: Friend; copies: number; cost: number }[];
  track: number;
}

/** Friends that help once in a turn; the others always do. */
export const ONCE: readonly Friend[] = ["millipede", "ladybird", "dragonfly", "bumblebee", "stick"];
/** Friends that cost six points more in games of two, where the table says so. */
const DEARER: readonly Friend[] = ["ladybird", "dragonfly", "stick"];

export const ICONS: Record<Friend, IconName> = {
  millipede: "millipede",
  ladybird: "ladybug",
  dragonfly: "dragonfly",
  bumblebee: "bumblebee",
  stick: "stick",
  rhino: "rhino",
  orange: "orange_caterpillar",
  exotic: "exotic_caterpillar",
  grasshopper: "grasshopper",
  snail: "snail",
};

export const shown = (desk: Desk): MiniCityView => desk.shown as MiniCityView;
export const boardOf = (facts: GamePage): BoardDocument =>
  facts.components["minicity/board"] as BoardDocument;
export const cardsOf = (facts: GamePage): CardsDocument =>
  facts.components["minicity/cards"] as CardsDocument;
export const sum = (counts: Counts): number =>
  COLOURS.reduce((total, colour) => total + counts[colour], 0);
export const antOf = (letter: string): Ant | undefined => ANTS.find((ant) => ant[0] === letter);
export const costOf = (facts: GamePage, view: MiniCityView, friend: Friend): number =>
  cardsOf(facts).friends.find((one) => one.name === friend)!.cost +
  (view.players === 2 && view.options.duel_costs === "higher" && DEARER.includes(friend) ? 6 : 0);

/** How many stones a box is filled to. */
export function boxSize(seat: SeatView): number {
  if (seat.friends?.includes("exotic")) return 10;
  return seat.friends?.includes("orange") ? 8 : 7;
}

/**
 * Each friend of a seat with whether it has helped in this
 * turn: the first of a kind is used up first.
 */
export function friendsOf(
  view: MiniCityView,
  seat: number,
): { friend: Friend; used: boolean; key: string }[] {
  const used = view.to_act.includes(seat) ? [...(view.used ?? [])] : [];
  return (view.seats[seat]?.friends ?? []).map((friend, number) => {
    const at = used.indexOf(friend);
    if (at >= 0) used.splice(at, 1);
    return { friend, used: at >= 0, key: `${friend}-${number}` };
  });
}
