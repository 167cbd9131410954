/** Written by web/schema.py from what the server says of itself: not to be edited. */

/** What a player has. */
export interface AnticsColonyView {
  hill: string[];
  tiles: string[];
  nests: Record<string, number>;
  workers: (number | "gorge")[];
  soldiers: (number | "gorge")[];
  carrying: string[];
  stored: Record<string, number>;
  waiting: ("beetle" | "butterfly" | "dragonfly" | "grasshopper" | "ladybird" | "woodlouse")[];
  green: number;
  brown: number;
  ants: number;
  levels: number[];
  hexes: HillHexView[];
}

/** A hex of a hill, seen from above. */
export interface HillHexView {
  hex: number;
  at: [number, number];
  level: number;
  symbol: "ants" | "build" | "fungus" | "hatch" | "scout" | "transport";
  mate: "e" | "ne" | "nw" | "se" | "sw" | "w";
}

/** What everybody knows of a game of Antics!. */
export interface View {
  game: string;
  players: number;
  options: Record<string, string>;
  phase: "act" | "anteater" | "ants" | "give" | "hatch" | "hex" | "lay" | "over" | "return" | "scout" | "store" | "tile" | "transport";
  first: number;
  turns: number;
  taken: boolean;
  last_turns: number;
  colonies: AnticsColonyView[];
  prey: Record<string, number>;
  leaves: number[];
  display: ((string | null)[])[];
  arrived: ("blue" | "brown" | "green" | "grey" | "red" | "yellow")[];
  to_act: number[];
  round: number;
  bag: Record<string, number>;
  exhausted: ("beetle" | "butterfly" | "dragonfly" | "grasshopper" | "ladybird" | "woodlouse")[];
  actions: number;
  marked?: number[];
  hero?: boolean;
  level?: number;
  scout_field?: number;
  steps?: number;
  tile?: string;
  spot?: string;
  first_nest?: string;
  pick?: string;
  wanted?: "beetle" | "butterfly" | "dragonfly" | "grasshopper" | "ladybird" | "woodlouse";
}

/** Where each kind of action begins in the action space. */
export const CODES = {
  use: 0,
  hero: 126,
  end: 131,
  take: 132,
  tile: 147,
  hex: 168,
  lay: 1050,
  hatch: 1062,
  place: 1068,
  secure: 1116,
  recall: 1164,
  dismiss: 1212,
  leave: 1260,
  load: 1266,
  carry: 1298,
  to: 1400,
  home: 1448,
  done: 1449,
  steal: 1450,
  store: 1858,
  return: 1984,
  anteater: 2005,
} as const;

export type Kind = keyof typeof CODES;
