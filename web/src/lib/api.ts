/** What the server is asked, and the shapes of what it answers: see docs/server.md. */
import { prefs } from "./prefs.svelte";

export interface Action {
  code: number;
  text: string;
  words: string;
}

export interface Seat {
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  mine: boolean;
  returns: boolean;
  online: boolean;
  deadline: number | null;
}

export interface Line {
  version: number;
  kind: string;
  seat: number | null;
  at: number;
  code?: number;
  text?: string;
  words?: string;
  name?: string;
  level?: string | null;
}

export interface Clock {
  per: "decision" | "game";
  seconds: number;
  then: "bot" | "pass";
}

/** A game's own JSON: each game's folder knows what else is in it; empty before the game begins. */
export interface View {
  game?: string;
  to_act?: number[];
  scores?: number[];
}

export interface TableDocument {
  id: string;
  version: number;
  status: "waiting" | "playing" | "over";
  game: string;
  players: number;
  options: Record<string, string>;
  rules: number;
  host: boolean;
  locked: boolean;
  public: boolean;
  clock: Clock | null;
  follows: string | null;
  seats: Seat[];
  seat: number | null;
  view: View | null;
  to_act: number[];
  actions: Action[];
  can_undo: boolean;
  points: number[] | null;
  scores: number[] | null;
  breakdown: unknown;
  winners: number[] | null;
  seed: string | null;
  log: Line[];
}

export interface Option {
  name: string;
  choices: string[];
  default: string;
  about: string;
  rule: string;
  /** In the reader's language: what is asked, and what each choice means. */
  title?: string;
  labels?: Record<string, string>;
}

export interface GameEntry {
  name: string;
  title: string;
  about: string;
  credits: string;
  rules: number;
  players: { fewest: number; most: number; usual: number };
  options: Option[];
  ready: boolean;
  stage: string;
  share: number;
  minutes?: number;
}

export interface TableEntry {
  id: string;
  game: string;
  players: number;
  options: Record<string, string>;
  status: "waiting" | "playing" | "over";
  host: boolean;
  public: boolean;
  locked: boolean;
  created: number;
  ended: number | null;
  seats: { kind: string; name: string; level: string | null; mine: boolean }[];
  to_act: number[];
  my_turn: boolean;
  follows: string | null;
  scores: number[] | null;
  winners: number[] | null;
}

export interface ChatLine {
  number: number;
  at: number;
  name: string;
  seat: number | null;
  mine: boolean;
  text: string;
}

export interface NewSeat {
  kind: "me" | "open" | "bot";
  level?: string;
}

export interface NewTable {
  game: string;
  players?: number;
  options?: Record<string, string>;
  seats?: NewSeat[];
  public?: boolean;
  clock?: Clock | null;
  position?: View;
}

/** An answer that says no: `error` is a short name for programs, the message a sentence. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
    readonly table: TableDocument | null = null,
  ) {
    super(message);
  }
}

/** What a browser says when there is no server at the other end. */
export const GONE = "gone";

// Milliseconds after which a server that does not answer is as good as gone
const PATIENCE = 30_000;

export async function ask<T>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
  patience = PATIENCE,
): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        "Accept-Language": prefs.language,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new Trouble(0, GONE, "");
  }
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const found = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) {
    throw new Trouble(
      answer.status,
      found?.error ?? "",
      found?.message ?? answer.statusText,
      found?.table ?? null,
    );
  }
  return found as T;
}

/** The key of a command. Not randomUUID, which browsers only have where a page came by https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "-",
  );
}

export const games = () => ask<{ games: GameEntry[]; levels: string[] }>("/api/games");
export const tables = (list: string, page = 0) =>
  ask<{ tables: TableEntry[]; page: number; more: boolean }>(
    `/api/tables?list=${list}&page=${page}`,
  );
export const makeTable = (table: NewTable) => ask<{ id: string }>("/api/tables", table);
