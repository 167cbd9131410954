/** Written by web/schema.py from what the server says of itself: not to be edited. */

/** What an entry is handed: a number, or the address of so many items of a type or row. */
export interface Argument {
  name: string;
  type: string;
  of?: string;
  shape?: (number | string)[];
}

/** How an entry is called. */
export interface EntryForm {
  takes: Argument[];
  gives: string;
  says: string;
}

/** Where something lies in a row, and of which type it is (`i32`, `f64` …). */
export interface Field {
  at: number;
  type: string;
  shape: number[];
}

/** The numbers by which bots judge a game, if nobody names others. */
export interface JudgementForm {
  mind: string;
  settings: Record<string, number>;
}

/** All of it. */
export interface Manifest {
  form: number;
  game: string;
  rules: number;
  layout: string;
  sources: string;
  file: string;
  sha256: string;
  bytes: number;
  state_bytes: number;
  parts_bytes: number;
  seats: number;
  actions: number;
  most_legal: number;
  state: Record<string, Field>;
  rows: Record<string, RowForm>;
  entries: Record<string, EntryForm>;
  judgement: JudgementForm;
}

/** A row: how many bytes it has, and what in it may be read or written. */
export interface RowForm {
  bytes: number;
  fields: Record<string, Field>;
}

/** What each entry is handed beside memory. */
export interface Handed {
  setup: { seed: bigint };
  legal: { seat: number };
  apply: { seat: number; code: number };
  redetermine: { seat: number; seed: bigint };
  score: Record<string, never>;
  observe: { seat: number };
  appraise: Record<string, never>;
  random_games: { seed: bigint; first: number; games: number };
  look_ahead: { searcher: number; worlds: number; seed: bigint; count: number };
  plant: { node_count: number; edge_count: number; searcher: number };
  grow: { searcher: number; first: number; last: number; seed: bigint; root: number; node_count: number; edge_count: number };
}

/** What each entry gives. */
export interface Given {
  setup: void;
  legal: number;
  apply: void;
  redetermine: void;
  score: void;
  observe: void;
  appraise: number;
  random_games: void;
  look_ahead: void;
  plant: number;
  grow: void;
}

/** Memory that entries are handed, by name. */
export type Place = "parts" | "state" | "codes" | "standings" | "observation" | "mind" | "points" | "blank" | "states" | "lengths" | "desk" | "start" | "settings" | "values" | "nodes" | "edges" | "used" | "totals";

/** The fields of rows. */
export interface Fields {
  SETTINGS: "exploration" | "trust" | "swing" | "greed" | "tries" | "horizon";
  NODE: "seat" | "first_edge" | "other" | "unseen";
  EDGE: "code" | "next_edge" | "child" | "visits" | "legal" | "prior" | "chance" | "utility" | "points";
}
