/** Written by web/schema.py from what the server says of itself: not to be edited. */

/** One anthill, as everybody sees it. */
export interface AnthillView {
  army: number;
  tiles: number[];
  lefts: number;
  manned: number[];
  tokens: number;
}

/** The points of one anthill as they would be now (MP-8.2). */
export interface ScoreSheetView {
  population: number;
  colony: number;
  harvest: number;
  royal: number;
  red_army: number;
  barracks: number;
  total: number;
}

/** What everybody sees: all but the order of the pile (MP-1.10). */
export interface View {
  game: string;
  players: number;
  options: Record<string, string>;
  phase: "anthill" | "leader" | "man" | "over" | "place" | "sentinel" | "take";
  leader: number;
  anthills: AnthillView[];
  row: number[];
  soldiers: number[];
  reserve: number;
  tokens: number;
  pile_length: number;
  to_act: number[];
  round: number;
  rounds: number;
  points: ScoreSheetView[];
  anthill?: number;
  tile?: number;
  slot?: number;
  touched?: number[];
  receiver?: number;
}

/** Where each kind of action begins in the action space. */
export const CODES = {
  take: 0,
  take_with_token: 7,
  place: 14,
  man_yes: 16,
  man_no: 17,
  garrison: 18,
  withdraw: 28,
  done: 38,
  anthill: 39,
  lead: 41,
} as const;

export type Kind = keyof typeof CODES;
