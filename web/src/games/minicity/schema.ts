/** Written by web/schema.py from what the server says of itself: not to be edited. */

/** The chamber of each ant. */
export interface AntsView {
  red: number;
  grey: number;
  yellow: number;
  violet: number;
  black: number;
}

/** What is known of a seat. */
export interface MiniCityPlayerView {
  hand: string | null;
  box: StonesView | null;
  reserve: StonesView | null;
  cards: number;
  points?: number;
  friends?: ("bumblebee" | "dragonfly" | "exotic" | "grasshopper" | "ladybird" | "millipede" | "orange" | "rhino" | "snail" | "stick")[];
  stocked?: number | null;
}

/** Stones by colour. */
export interface StonesView {
  yellow: number;
  orange: number;
  blue: number;
  green: number;
  pink: number;
}

/** The game as a seat sees it. */
export interface View {
  game: string;
  players: number;
  options: Record<string, string>;
  phase: "hop" | "ladybird" | "move" | "over" | "play" | "refill" | "stick" | "stock" | "unload";
  first: number;
  turns: number;
  round: number;
  to_act: number[];
  ants: AntsView;
  stored: Record<string, number>;
  north: string;
  south: string;
  discard: string;
  pile_length: number;
  limit: number;
  seats: MiniCityPlayerView[];
  market?: Record<string, number>;
  plays?: number;
  bought?: boolean;
  used?: ("bumblebee" | "dragonfly" | "exotic" | "grasshopper" | "ladybird" | "millipede" | "orange" | "rhino" | "snail" | "stick")[];
  card?: "ne" | "nw" | "se" | "sw";
  as?: "black" | "grey" | "red" | "violet" | "yellow";
  reach?: number;
  chamber?: number;
  room?: boolean;
  source?: number;
  carried?: number;
  begun?: boolean;
}

/** Where each kind of action begins in the action space. */
export const CODES = {
  play: 0,
  stick: 20,
  finish: 25,
  go: 26,
  stay: 75,
  unload: 76,
  stock: 81,
  leave: 86,
  buy: 87,
  ladybird: 97,
  carry: 146,
  done: 195,
  dragonfly: 196,
  bumblebee: 206,
} as const;

export type Kind = keyof typeof CODES;
