/** Thinking that takes a while: by the engine on this device, or by the server's. */
import type { Line, Move } from "../analysis/lines";
import type { Moment } from "../analysis/marks";
import type { Notes } from "../engine/analyst";
import type { Past, Source } from "../engine/local";
import { NoEngine } from "../engine/obstacles";
import type { Advice } from "../table/desk.svelte";
import { toast } from "./announce.svelte";
import { ask, Trouble, type GamePage, type Job, type TableDocument } from "./api";
import type * as schema from "./schema";
import { prefs } from "./prefs.svelte";
import { say } from "./words.svelte";

const PAUSE = 400; // milliseconds between two looks

type Local = typeof import("../engine/local");
let wasTold = false;

/** The engine on this device, if it is wanted and the house has a module for it. */
export async function here(facts: GamePage): Promise<{ local: Local; manifest: string }> {
  if (!prefs.engine || !facts.engine) throw new NoEngine("none", "");
  const local = await import("../engine/local").catch(() => {
    throw new NoEngine("missing", "a piece of the page is gone");
  });
  return { local, manifest: facts.engine };
}

/** Begin to wake the engine on this device: somebody is about to ask. */
export function warm(facts: GamePage): void {
  void here(facts)
    .then(({ local, manifest }) => local.engineAt(manifest))
    .catch(() => {}); // who asks will hear it
}

/** What this device answers; where it cannot, the server, and that is said once. */
async function hereOrThere<T>(local: Promise<T>, there: () => Promise<T>): Promise<T> {
  try {
    return await local;
  } catch (error) {
    if (!(error instanceof NoEngine)) throw error;
    if (error.obstacle !== "none" && !wasTold) toast(say("engine_elsewhere"));
    wasTold ||= error.obstacle !== "none";
    return there();
  }
}

/** What my seat might decide at a table, the best first. */
export function advised(table: TableDocument, facts: GamePage): Promise<Advice[]> {
  const begun = performance.now();
  const address = `/api/tables/${table.id}`;
  const words = new Map(table.actions.map((action) => [action.code, action.words]));
  const mine = here(facts)
    .then(({ local, manifest }) => local.hints(manifest, address, table.seat!, begun))
    .then((found) => found.map((one) => ({ ...one, words: words.get(one.code) ?? "" })));
  return hereOrThere<Advice[]>(mine, () => thought(`${address}/hint`, { seat: table.seat }));
}

/** The same with their reasons, which the server puts into words; without them if it cannot. */
export async function reasoned(table: TableDocument, advice: Advice[]): Promise<Advice[]> {
  if (advice.every(({ reasons }) => reasons)) return advice;
  const codes = advice.map(({ code }) => code);
  const told = await ask<schema.ToldReasons>(`/api/tables/${table.id}/reasons`, {
    seat: table.seat,
    codes,
  }).catch(() => ({ actions: [] }));
  return advice.map((one, place) => ({ ...one, ...told.actions[place] }));
}

/** A finished game or a position as the engine on this device knows it. */
export const pastOf = (source: Source, facts: GamePage): Promise<Past> =>
  here(facts).then(({ local, manifest }) => local.Past.of(manifest, source));

/** What every decision of a finished game did; `told` hears how far it is. */
export function analysed(
  source: Source,
  facts: GamePage,
  told: (share: number) => void,
  signal: AbortSignal,
  notes: Notes,
): Promise<Moment[]> {
  const mine = pastOf(source, facts).then((past) => past.moments(told, signal, notes));
  return hereOrThere(mine, () =>
    thought<{ moments: Moment[] }>(`${source.address}/analysis`, {}, told, signal).then(
      ({ moments }) => moments,
    ),
  );
}

/** What bots decide after a line, one of them or several; nothing where it is a seat's turn. */
export function answered(
  source: Source,
  facts: GamePage,
  line: Line,
  seat: number,
  there: () => Promise<Move[]>,
): Promise<Move[]> {
  const mine = pastOf(source, facts).then((past) => past.answer(line, seat));
  return hereOrThere(mine, there);
}

/** What comes of a job of the server; `told` hears how far it is. */
async function thought<T>(
  path: string,
  body: unknown,
  told: (share: number) => void = () => {},
  signal?: AbortSignal,
): Promise<T> {
  let job = await ask<Job<T>>(path, body);
  while (job.status === "waiting") {
    told(job.progress);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    signal?.throwIfAborted();
    job = await ask<Job<T>>(`/api/jobs/${encodeURIComponent(job.id)}`);
  }
  if (job.status === "failed") throw new Trouble(500, "failed", job.result.message ?? "");
  return job.result;
}
