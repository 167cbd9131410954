/**
 * A finished game, looked at again: who stood how, and where it turned. As `Analyst` in
 * analysis/analyst.py does it, with the same numbers for the same simulations.
 */
import type { Care, Engine, Hearing } from "./engine";
import type { Rules, State } from "./rules";
import { seedFor } from "./seeds";
import type { Verdict } from "./verdicts";

const TURN = 0.15; // a change of anybody's chance of winning that turns a game
const MISTAKE = 0.05; // a chance that was given away, worth a word
const SURE = 30; // so many tries tell what an action is worth
const WORLDS = 4; // that are looked at where there were fewer

/** A decision, and the state in which it was taken. */
export interface Decision {
  state: State;
  seat: number;
  code: number;
}

/** A game with all its decisions, and the state in which it ended. */
export interface Course {
  rules: Rules;
  decisions: Decision[];
  end: State;
}

/** One decision, and what it did to everybody's chances. */
export interface Insight {
  /** Counted from 1. */
  number: number;
  seat: number;
  before: number[];
  after: number[];
  /** The code of an action that promised clearly more. */
  better: number | null;
  /** The chance that was given away by not taking it. */
  loss: number;
  turns: boolean;
}

/** By whom a position is looked at, and with which part of all care. */
interface Manner extends Hearing {
  part?: number;
  seat?: number;
}

/** What is thought of one position. */
interface Look {
  state: State;
  chances: number[];
  verdicts: Verdict[];
  /** Of the position that was looked at: where nothing is to decide, a later one. */
  barrier: number;
}

export class Analyst {
  constructor(
    private readonly engine: Engine,
    private readonly course: Course,
    private readonly care: Care,
    private readonly signal?: AbortSignal,
  ) {}

  /** All decisions in turn; `told` hears how far it is. */
  async insights(told: (share: number) => void = () => {}): Promise<Insight[]> {
    const { decisions } = this.course;
    const looks = await this.looks(told);
    return Promise.all(
      decisions.map(async ({ seat }, number) => {
        const [look, following] = [looks[number]!, looks[number + 1]!];
        const { better, loss } = await this.better(look, following, number);
        const [before, after] = [look.chances, following.chances];
        const turns = before.some((chance, other) => Math.abs(after[other]! - chance) >= TURN);
        return { number: number + 1, seat, before, after, better, loss, turns };
      }),
    );
  }

  /** What a seat may think of a position of a game: of one that is over, how it ended. */
  async thought(state: State, number: number, { part = 1, seat, ...hearing }: Manner = {}) {
    const { rules } = this.course;
    const acting = rules.toAct(state);
    if (!acting.length) {
      const { points, shares } = rules.ending(state);
      return { verdicts: [], chances: shares, points, simulations: 0 };
    }
    const thinks = seat ?? acting[0]!;
    const seed = seedFor(0, thinks, number);
    const world = rules.redetermined(state, thinks, seed);
    const { simulations, milliseconds } = this.care;
    const care = {
      simulations: Math.max(1, Math.floor(simulations / part)),
      milliseconds: milliseconds === null ? null : milliseconds / part,
    };
    const question = { rules, world, seat: thinks, seed };
    return this.engine.think(question, care, { signal: this.signal, ...hearing });
  }

  /** Every position from the first to the last: a forced decision changes nobody's chances. */
  private async looks(told: (share: number) => void): Promise<Look[]> {
    const { rules, decisions, end } = this.course;
    const places = [...decisions, { state: end, seat: undefined }];
    const isFree = ({ state, seat }: (typeof places)[number]) =>
      seat === undefined || rules.codes(state, seat).length > 1;
    const free = places.map((place) => isFree(place));
    const count = free.filter(Boolean).length;
    let done = 0;
    const found = await Promise.all(
      places.map(async ({ state, seat }, number) => {
        if (!free[number]) return null;
        const thought = await this.thought(state, number, { seat });
        told(++done / count);
        return { ...thought, state, barrier: rules.barrier(state) };
      }),
    );
    return places.map(({ state }, number) => {
      const next = found.slice(number).find((look) => look !== null)!;
      return free[number] ? next : { ...next, state, verdicts: [] };
    });
  }

  /** A clearly better action than the one that was taken, and what that gave away. */
  private async better(
    look: Look,
    following: Look,
    number: number,
  ): Promise<{ better: number | null; loss: number }> {
    const { code } = this.course.decisions[number]!;
    const best = look.verdicts[0];
    if (!best || best.code === code) return { better: null, loss: 0 };
    const loss = best.chance - (await this.worth(look, following, number));
    return loss >= MISTAKE ? { better: best.code, loss } : { better: null, loss: 0 };
  }

  /**
   * The chance of winning behind an action, by the kindest of all that bear witness. A search
   * underrates what it tried rarely. What came of the action is a witness unless luck has had a
   * hand in it, or the next to decide knew nothing of it.
   */
  private async worth(look: Look, following: Look, number: number): Promise<number> {
    const { seat, code } = this.course.decisions[number]!;
    const taken = look.verdicts.find((verdict) => verdict.code === code)!;
    const witnesses = taken.visits >= SURE ? [taken.chance] : [];
    const isBlind = this.course.rules.toAct(look.state).length > 1;
    if (following.barrier === look.barrier && !isBlind) witnesses.push(following.chances[seat]!);
    return witnesses.length ? Math.max(...witnesses) : this.closely(number);
  }

  /** What an action is worth on average over some worlds that the seat may be in. */
  private async closely(number: number): Promise<number> {
    const { rules } = this.course;
    const { state, seat, code } = this.course.decisions[number]!;
    const found = await Promise.all(
      Array.from({ length: WORLDS }, (_, world) => {
        const before = rules.redetermined(state, seat, seedFor(1 + world, seat, number));
        return this.thought(rules.played(before, seat, code), number, { part: WORLDS });
      }),
    );
    return found.reduce((sum, { chances }) => sum + chances[seat]!, 0) / WORLDS;
  }
}
