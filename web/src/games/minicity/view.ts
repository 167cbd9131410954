/** Words of Mini City and of its components: see docs/notation/minicity.md. */
import type { GamePage } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import type { IconName } from "../../icons/drawings";
import type { AntsView, MiniCityPlayerView, StonesView as Counts, View } from "./schema";

export type { Counts, View };
export type Ant = keyof AntsView;
export type Colour = keyof Counts;
export type Friend = NonNullable<View["used"]>[number];
export type End = NonNullable<View["card"]>;

export const ANTS: readonly Ant[] = ["red", "grey", "yellow", "violet", "black"];
export const COLOURS: readonly Colour[] = ["yellow", "orange", "blue", "green", "pink"];
export const FRIENDS: readonly Friend[] = [
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
];
export const ENDS: readonly End[] = ["nw", "ne", "sw", "se"];

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
  movement: Record<Ant, number>;
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

/** While points are counted, no box tells who has more of them left. */
export const shown = (desk: Desk): View => {
  const view = desk.shown as View;
  if (!desk.isCounting) return view;
  const seats = view.seats.map((seat) => ({ ...seat, box: null, reserve: null, stocked: null }));
  return { ...view, seats };
};
export const boardOf = (facts: GamePage): BoardDocument =>
  facts.components["minicity/board"] as BoardDocument;
export const cardsOf = (facts: GamePage): CardsDocument =>
  facts.components["minicity/cards"] as CardsDocument;
export const sum = (counts: Counts): number =>
  COLOURS.reduce((total, colour) => total + counts[colour], 0);
export const antOf = (letter: string): Ant | undefined => ANTS.find((ant) => ant[0] === letter);
export const costOf = (facts: GamePage, view: View, friend: Friend): number =>
  cardsOf(facts).friends.find((one) => one.name === friend)!.cost +
  (view.players === 2 && view.options.duel_costs === "higher" && DEARER.includes(friend) ? 6 : 0);

export const chamberOf = (facts: GamePage, id: number): Chamber =>
  boardOf(facts).chambers.find((chamber) => chamber.id === id)!;

/** The ant of the card that was laid last and is still in play. */
export function antInPlay(view: View): Ant | undefined {
  if (!view.card) return undefined;
  if (view.as) return view.as;
  const cards = (view.card.startsWith("n") ? view.north : view.south).replaceAll(".", "");
  return antOf((view.card.endsWith("w") ? cards[0] : cards.at(-1)) ?? "");
}

/** The key of the words that ask what is to be decided now. */
export function questionOf(
  { phase }: View,
  { card, helper, fork }: { card: Ant | null; helper: Friend | null; fork: number | null },
): string {
  if (phase === "ladybird") return "ask_carry";
  const end = fork === null ? "end" : "end_to";
  return `ask_${helper ?? (card ? end : phase)}`;
}

/** How many cards a hand is drawn up to. */
export const handSize = (seat: MiniCityPlayerView): number =>
  seat.friends?.includes("snail") ? 5 : 4;

/** Friendship points for unloading nothing where the ant has arrived. */
export function gainOf(facts: GamePage, view: View): number {
  if (!view.market || view.chamber === undefined) return 0;
  const { id, places, colour } = chamberOf(facts, view.chamber);
  const hasRoom =
    view.options.room_test === "unloading" ? (view.stored[id] ?? 0) < places.length : view.room;
  return hasRoom ? boardOf(facts).friendship[colour] : 0;
}

/** How many stones a box is filled to. */
export function boxSize(seat: MiniCityPlayerView): number {
  if (seat.friends?.includes("exotic")) return 10;
  return seat.friends?.includes("orange") ? 8 : 7;
}

/**
 * Each friend of a seat with whether it has helped in this
 * turn: the first of a kind is used up first.
 */
export function friendsOf(
  view: View,
  seat: number,
): { friend: Friend; used: boolean; key: string }[] {
  const used = view.to_act.includes(seat) ? [...(view.used ?? [])] : [];
  return (view.seats[seat]?.friends ?? []).map((friend, number) => {
    const at = used.indexOf(friend);
    if (at >= 0) used.splice(at, 1);
    return { friend, used: at >= 0, key: `${friend} ${number}` };
  });
}
