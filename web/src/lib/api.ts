/**
 * What the server is asked, and the shapes of what it answers: see docs/server.md. Where the page
 * knows more than the server's description says, it says so here.
 */
import { changesPerson, forgetOwn, SEEN_AT } from "../app/own";
import { network } from "./network.svelte";
import { prefs } from "./prefs.svelte";
import type * as schema from "./schema";

export type {
  ActionDocument as Action,
  ChapterDocument as Chapter,
  Choice as Option,
  Clock,
  CourseDocument as Course,
  DayDocument as Day,
  Entry as TableEntry,
  GameEntry,
  GamePage,
  LineDocument as Line,
  Me,
  NewSeat,
  PuzzleDocument as Puzzle,
  PuzzleList,
  PuzzleShelves,
  RequestDocument as Request,
  Rule,
  RuleList,
  SeatDocument as Seat,
  SessionDocument as Session,
  Sitting,
  Solution,
  Spoken as ChatLine,
  Why,
} from "./schema";

/** A game's own JSON: each game's folder knows what else is in it; empty before the game begins. */
export type View = { game?: string; to_act?: number[]; scores?: number[] };

/** A step of a game, and what was to be seen after it. */
export interface Step extends schema.StepDocument {
  view: View;
}

/** Where a game on paper has led. */
export interface Studied extends schema.Studied {
  view: View;
}

export interface TableDocument extends schema.TableDocument {
  view: View | null;
}

/** What an action would lead to; null where something hidden or chance decides, with a reason. */
export interface Peek extends schema.Preview {
  view: View | null;
}

/** A picture of a board. */
export interface Picture extends schema.PictureDocument {
  view: View;
}

/** How a game is played, for those who want to play it. */
export interface Guide extends schema.GuideDocument {
  pictures: Picture[];
}

/** Where a line in a chapter or a puzzle has led. */
export interface Tried extends schema.TryDocument {
  view: View;
}

export interface Job<Result> extends schema.JobDocument {
  result: Result & { message?: string };
}

/** An answer that says no: `error` is a short name for programs, the message a sentence. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    message: string,
    readonly table: TableDocument | null = null,
    /** Of a ban or a mute: when it is over, in seconds since 1970; null: never. */
    readonly until: number | null = null,
    readonly reason = "",
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
  network.hear(answer.headers.get(SEEN_AT));
  if (changesPerson(method, path)) await forgetOwn().catch(() => {});
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const found = isJson ? await answer.json() : await answer.text();
  if (!answer.ok) {
    throw new Trouble(
      answer.status,
      found?.error ?? "",
      found?.message ?? answer.statusText,
      found?.table ?? null,
      found?.until ?? null,
      found?.reason ?? "",
    );
  }
  return found as T;
}

/** Say something last, even if the page is closed at this moment: whatever is answered. */
export async function askInParting(path: string, method: string): Promise<void> {
  await fetch(path, { method, keepalive: true }).catch(() => {});
}

/** The key of a command. Not randomUUID, which browsers only have where a page came by https. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "-",
  );
}

export const games = () => ask<schema.GameList>("/api/games");
export const tables = (list: string, page = 0) =>
  ask<schema.Listed>(`/api/tables?list=${list}&page=${page}`);
export const makeTable = (table: schema.NewTable) => ask<schema.Made>("/api/tables", table);
