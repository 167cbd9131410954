/** What the page asks the engine on this device: hints, and all about a finished game. */
import { ask } from "../lib/api";
import type * as schema from "../lib/schema";
import type { Moment } from "../table/chances";
import { Analyst, type Course } from "./analyst";
import { Engine } from "./engine";
import { inflated } from "./packing";
import type { Rules, State } from "./rules";
import type { Thought, Verdict } from "./verdicts";

const SIMULATIONS = 50_000; // at most: time is up long before
const HINT = 280; // milliseconds from a click to the end of thinking,
const LEAST = 120; // of which so many at least are spent on it
const DECISION = 200; // milliseconds for each decision of an analysis,
const GAME = 12_000; // and for all of them, by each worker; a second look takes as long again
const PROSPECT = 1500; // milliseconds for one position that somebody looks at

const engines = new Map<string, Promise<Engine>>();

/** The engine of a game, by the address of its manifest; it is opened once. */
export function engineAt(address: string): Promise<Engine> {
  const known = engines.get(address);
  if (known) return known;
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

/** A finished game, with all its states. */
export class Past {
  private constructor(
    private readonly engine: Engine,
    private readonly table: string,
    private readonly course: Course,
    private readonly states: Map<number, State>,
  ) {}

  static async read(manifest: string, table: string): Promise<Past> {
    const engine = await engineAt(manifest);
    const steps: schema.StateStep[] = [];
    const states: State[] = [];
    let rules: Rules;
    for (let more = true; more;) {
      const since = steps.at(-1)?.version ?? 0;
      const part = await ask<schema.States>(`${table}/states?since=${since}`);
      rules = engine.rules({ ...part, parts: await inflated(part.parts) });
      const bytes = await inflated(part.states);
      const size = bytes.length / part.steps.length;
      states.push(...part.steps.map((_, at) => bytes.slice(at * size, (at + 1) * size)));
      steps.push(...part.steps);
      more = part.more;
    }
    const byVersion = new Map(steps.map(({ version }, at) => [version, states[at]!]));
    return new Past(engine, table, courseOf(rules!, steps, states[0]!), byVersion);
  }

  /** Everybody's prospects after a step; `told` hears what is thought so far. */
  async prospects(
    version: number,
    told: (thought: Thought) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const care = { simulations: SIMULATIONS, milliseconds: PROSPECT };
    const analyst = new Analyst(this.engine, this.course, care, signal);
    told(await analyst.thought(this.states.get(version)!, version, { told, isUrgent: true }));
  }

  /** What every decision did to everybody's chances; `told` hears how far it is. */
  async moments(told: (share: number) => void, signal: AbortSignal): Promise<Moment[]> {
    const { course } = this;
    const each = (GAME * this.engine.size) / Math.max(course.decisions.length, 1);
    const care = { simulations: SIMULATIONS, milliseconds: Math.min(DECISION, each) };
    const found = await new Analyst(this.engine, course, care, signal).insights(told);
    const better = found.flatMap(({ number, better: code }) =>
      code === null ? [] : [{ at: number - 1, code }],
    );
    const { actions } = await ask<schema.Words>(`${this.table}/words`, { actions: better });
    const texts = new Map(better.map(({ at }, place) => [at + 1, actions[place]!.text]));
    return found.map((one) => ({ ...one, better_notation: texts.get(one.number) ?? null }));
  }
}

/** The decisions that stood in the end: what was taken back is not among them. */
function courseOf(rules: Rules, steps: schema.StateStep[], start: State): Course {
  const stood: { seat: number; code: number }[] = [];
  for (const { kind, seat, code } of steps)
    if (kind === "played") stood.push({ seat: seat!, code: code! });
    else if (kind === "undone")
      stood.splice(
        stood.findLastIndex((one) => one.seat === seat),
        1,
      );
  let end = start;
  const decisions = stood.map(({ seat, code }) => {
    const state = end;
    end = rules.played(state, seat, code);
    return { state, seat, code };
  });
  return { rules, decisions, end };
}
