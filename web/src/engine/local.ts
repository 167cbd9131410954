/** What the page asks the engine on this device: hints, and all about a finished game. */
import { courseOf } from "../analysis/course";
import type { Line, Move } from "../analysis/lines";
import type { Moment } from "../analysis/marks";
import { ask } from "../lib/api";
import type * as schema from "../lib/schema";
import { Analyst, type Course, type Notes } from "./analyst";
import { Engine } from "./engine";
import { inflated } from "./packing";
import { pacesFor } from "./pace";
import type { Rules, State } from "./rules";
import type { Thought, Verdict } from "./verdicts";

const SIMULATIONS = 50_000; // at most: time is up long before
const HINT = 280; // milliseconds from a click to the end of thinking,
const LEAST = 120; // of which so many at least are spent on it
const ANSWER = 200; // milliseconds for a decision of a bot that answers
const PROSPECT = 1500; // milliseconds for one position that somebody looks at

const engines = new Map<string, Promise<Engine>>();

/**
 * The engine of a game, by the address of its manifest; it is opened once.
 * One that is lost says so at once: before a world is asked for, which counts as a hint.
 */
export function engineAt(address: string): Promise<Engine> {
  const known = engines.get(address);
  if (known) return known.then((engine) => engine.checked());
  const opening = Engine.open(address).then((engine) => engine.warm());
  engines.set(address, opening);
  opening.catch(() => engines.delete(address)); // the next one may try again
  return opening;
}

/** What my seat might decide, the best first; `begun` is when it was asked for. */
export async function hints(
  manifest: string,
  table: string,
  seat: number,
  begun: number,
): Promise<Verdict[]> {
  const engine = await engineAt(manifest);
  // Not before there is an engine: whoever asks for a world has had a hint.
  const sent = await ask<schema.World>(`${table}/world?seat=${seat}`);
  const rules = engine.rules({ ...sent, parts: await inflated(sent.parts) });
  const question = { rules, world: await inflated(sent.state), seat, seed: 0n };
  const milliseconds = Math.max(LEAST, HINT - (performance.now() - begun));
  const care = { simulations: SIMULATIONS, milliseconds, trees: engine.size };
  return (await engine.think(question, care, { isUrgent: true })).verdicts;
}

/** What is to be thought about: a game after a step, or after a line that somebody tries. */
export interface Place {
  /** The event that led to the step. */
  event: number;
  line: Line | null;
}

/** Where the states of a game are told. */
export interface Source {
  address: string;
  states: (since: number) => Promise<schema.States>;
}

const pasts = new Map<string, Promise<Past>>();

/** A finished game, with all its states; or a position from which none has gone on. */
export class Past {
  private constructor(
    private readonly engine: Engine,
    private readonly address: string,
    private readonly course: Course,
    private readonly states: Map<number, State>,
  ) {}

  /** What is told there; it is read once. */
  static of(manifest: string, source: Source): Promise<Past> {
    const known = pasts.get(source.address);
    if (known) return known;
    const reading = Past.read(manifest, source);
    pasts.clear(); // one is looked at at a time
    pasts.set(source.address, reading);
    reading.catch(() => pasts.delete(source.address)); // the next one may try again
    return reading;
  }

  private static async read(manifest: string, source: Source): Promise<Past> {
    const engine = await engineAt(manifest);
    const steps: schema.StateStep[] = [];
    const states: State[] = [];
    let rules: Rules;
    for (let more = true; more;) {
      const since = steps.at(-1)?.version ?? 0;
      const part = await source.states(since);
      rules = engine.rules({ ...part, parts: await inflated(part.parts) });
      const bytes = await inflated(part.states);
      const size = bytes.length / part.steps.length;
      states.push(...part.steps.map((_, at) => bytes.slice(at * size, (at + 1) * size)));
      steps.push(...part.steps);
      more = part.more;
    }
    const byEvent = new Map(steps.map(({ version }, at) => [version, states[at]!]));
    return new Past(engine, source.address, played(rules!, steps, states[0]!), byEvent);
  }

  /** Everybody's prospects at a place, and what is best; `told` hears what is thought so far. */
  async prospects(
    { event, line }: Place,
    told: (thought: Thought) => void,
    signal: AbortSignal,
  ): Promise<Thought> {
    const state = line ? this.after(line) : this.states.get(event)!;
    const care = { simulations: SIMULATIONS, milliseconds: PROSPECT };
    const analyst = new Analyst(this.engine, this.course, signal);
    const thought = await analyst.thought(state, event, care, { told, isUrgent: true });
    told(thought);
    return thought;
  }

  /** What a bot decides after a line; nothing where it is the turn of a seat, or nobody's. */
  async answer(line: Line, seat: number): Promise<Move[]> {
    const { rules } = this.course;
    const state = this.after(line);
    const [other, ...more] = rules.toAct(state);
    if (other === undefined || [other, ...more].includes(seat)) return [];
    const codes = rules.codes(state, other);
    if (codes.length === 1) return [{ seat: other, code: codes[0]! }];
    const care = { simulations: SIMULATIONS, milliseconds: ANSWER };
    const number = line.at + line.moves.length;
    const analyst = new Analyst(this.engine, this.course);
    const manner = { seat: other, isUrgent: true };
    const { verdicts } = await analyst.thought(state, number, care, manner);
    return [{ seat: other, code: verdicts[0]!.code }];
  }

  /** What every decision did to everybody's chances; `told` hears how far it is. */
  async moments(
    told: (share: number) => void,
    signal: AbortSignal,
    notes: Notes,
  ): Promise<Moment[]> {
    const analyst = new Analyst(this.engine, this.course, signal, notes);
    const found = await analyst.insights(pacesFor(this.engine.size), told);
    const better = found.flatMap(({ number, better: code }) =>
      code === null ? [] : [{ at: number - 1, code }],
    );
    const { actions } = await ask<schema.Words>(`${this.address}/words`, { actions: better });
    const words = new Map(better.map(({ at }, place) => [at + 1, actions[place]!.words]));
    return found.map((one) => ({ ...one, better_words: words.get(one.number) ?? null }));
  }

  /** The state after a line. */
  private after({ at, moves }: Line): State {
    const { rules, decisions, end } = this.course;
    const start = decisions[at]?.state ?? end;
    return moves.reduce((state, { seat, code }) => rules.played(state, seat, code), start);
  }
}

/** A game with the decisions that stood in the end. */
function played(rules: Rules, steps: schema.StateStep[], start: State): Course {
  let end = start;
  const decisions = courseOf(steps).taken.map((at) => {
    const [state, seat, code] = [end, steps[at]!.seat!, steps[at]!.code!];
    end = rules.played(state, seat, code);
    return { state, seat, code };
  });
  return { rules, decisions, end };
}
