/**
 * A finished game, looked at again: who stood how, and where it turned. As `Analyst` in
 * analysis/analyst.py does it, with the same numbers for the same simulations.
 */
import { markOf, MARKS, type Moment } from "../analysis/marks";
import type { Care, Engine, Hearing } from "./engine";
import type { Rules, State } from "./rules";
import { seedFor } from "./seeds";
import type { Verdict } from "./verdicts";

const FIRST = 0.7; // the share of all that is done when every position was looked at once

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

/** What is found of a decision; the server puts it into words. */
export type Insight = Omit<Moment, "better_words">;

/** How long to think of the next of so many positions that are left. */
export type Pace = (left: number) => Care;

/** By whom a position is looked at, and with which part of all care. */
interface Manner extends Hearing {
  part?: number;
  seat?: number;
}

/** What is to be remembered of a look at a position. */
export interface Look {
  chances: number[];
  /** What was thought of the best action, and of the one that was taken; null: nothing else. */
  best: Pick<Verdict, "code" | "chance"> | null;
  taken: Pick<Verdict, "chance" | "visits"> | null;
  /** About as good as the best, best first. */
  good: number[];
  /** Of the position that was looked at: where nothing is to decide, a later one. */
  barrier: number;
}

/** What was found so far, by the numbers of decisions: whoever begins again goes on with it. */
export interface Notes {
  looks: Record<number, Look>;
  /** What the best action and the one that was taken are worth, looked at once more. */
  worths: Record<number, [best: number, taken: number]>;
}

export class Analyst {
  constructor(
    private readonly engine: Engine,
    private readonly course: Course,
    private readonly signal?: AbortSignal,
    private readonly notes: Notes = { looks: {}, worths: {} },
  ) {}

  /**
   * All decisions in turn: first every position, by one pace, then what remained unsure, by
   * another. `told` hears how far it is.
   */
  async insights(
    [first, second]: [Pace, Pace],
    told: (share: number) => void = () => {},
  ): Promise<Insight[]> {
    const looks = await this.looks(first, (share) => told(FIRST * share));
    const { decisions } = this.course;
    const unsure = decisions.flatMap((_, number) => (this.isUnsure(looks, number) ? [number] : []));
    await this.again(looks, unsure, second, (share) => told(FIRST + (1 - FIRST) * share));
    told(1);
    return decisions.map((_, number) => this.insight(looks, number));
  }

  private insight(looks: Look[], number: number): Insight {
    const [look, following] = [looks[number]!, looks[number + 1]!];
    const given = this.given(looks, number);
    const isMarked = markOf(given) !== undefined;
    return {
      number: number + 1,
      seat: this.course.decisions[number]!.seat,
      before: look.chances,
      after: following.chances,
      loss: isMarked ? given : 0,
      better: isMarked ? look.best!.code : null,
      good: isMarked ? look.good : [],
      free: look.best !== null,
    };
  }

  /**
   * What a seat may think of a position of a game: of one that is over, how it ended. Where
   * nothing is to decide, what may be thought of the next choice, by whose it is.
   */
  async thought(
    position: State,
    number: number,
    { simulations, milliseconds, enough = 0 }: Care,
    { part = 1, seat, ...hearing }: Manner = {},
  ) {
    const { rules } = this.course;
    const [state, thinks] = this.choiceAfter(position, number, seat);
    const barrier = rules.barrier(state);
    if (thinks === undefined) {
      const { points, shares } = rules.ending(state);
      return { verdicts: [], chances: shares, points, simulations: 0, barrier };
    }
    const seed = seedFor(0, thinks, number);
    const world = rules.redetermined(state, thinks, seed);
    const care = {
      simulations: Math.max(1, Math.floor(simulations / part)),
      milliseconds: milliseconds === null ? null : milliseconds / part,
      enough: enough / part,
    };
    const question = { rules, world, seat: thinks, seed };
    const thought = await this.engine.think(question, care, { signal: this.signal, ...hearing });
    return { ...thought, verdicts: state === position ? thought.verdicts : [], barrier };
  }

  /** The next position in which a seat has a choice, and which; or the end, and none. */
  private choiceAfter(state: State, number: number, seat?: number): [State, number | undefined] {
    const { rules } = this.course;
    const acting = rules.toAct(state);
    const first = acting.find((one) => one === seat) ?? acting[0];
    if (first === undefined) return [state, first];
    const [code, ...others] = rules.codes(state, first);
    if (others.length) return [state, first];
    const world = rules.redetermined(state, first, seedFor(0, first, number));
    return this.choiceAfter(rules.played(world, first, code!), number, first);
  }

  /** Every position from the first to the last: a forced decision changes nobody's chances. */
  private async looks(pace: Pace, told: (share: number) => void): Promise<Look[]> {
    const { rules, decisions, end } = this.course;
    const places = [...decisions, { state: end, seat: undefined, code: undefined }];
    const free = places.flatMap(({ state, seat }, number) =>
      seat === undefined || rules.codes(state, seat).length > 1 ? [number] : [],
    );
    const { looks } = this.notes;
    const missing = free.filter((number) => !looks[number]);
    let done = free.length - missing.length;
    await inTurn(missing, this.engine.size + 1, async (number, left) => {
      const { state, seat, code } = places[number]!;
      const thought = await this.thought(state, number, pace(left), { seat });
      looks[number] = noted(thought, code);
      told(++done / free.length);
    });
    return places.map((_, number) => {
      const next = looks[free.find((other) => other >= number)!]!;
      return looks[number] ?? { ...next, best: null, taken: null, good: [] };
    });
  }

  /**
   * Chances of winning behind an action, by all that bear witness. A search underrates what it
   * tried rarely. What came of the action is a witness unless luck has had a hand in it, or the
   * next to decide knew nothing of it.
   */
  private witnesses(looks: Look[], number: number): number[] {
    const [look, following] = [looks[number]!, looks[number + 1]!];
    const { state, seat } = this.course.decisions[number]!;
    const { taken } = look;
    const found = taken && taken.visits >= MARKS.sure ? [taken.chance] : [];
    const isBlind = this.course.rules.toAct(state).length > 1;
    if (following.barrier === look.barrier && !isBlind) found.push(following.chances[seat]!);
    return found;
  }

  /**
   * The best of many is rated too high, by luck: before something is
   * marked, it and the action that was taken are looked at once more.
   */
  private isUnsure(looks: Look[], number: number): boolean {
    const { best } = looks[number]!;
    if (!best || best.code === this.course.decisions[number]!.code) return false;
    const found = this.witnesses(looks, number);
    return !found.length || markOf(best.chance - Math.max(...found)) !== undefined;
  }

  /** What was given away by not taking the best action; what is kindest counts. */
  private given(looks: Look[], number: number): number {
    if (!this.isUnsure(looks, number)) return 0;
    const { best } = looks[number]!;
    const [again, taken] = this.notes.worths[number]!;
    return Math.min(best!.chance, again) - Math.max(taken, ...this.witnesses(looks, number));
  }

  /** Look once more at the best and at what was taken, for each of these decisions. */
  private async again(
    looks: Look[],
    numbers: number[],
    pace: Pace,
    told: (share: number) => void,
  ): Promise<void> {
    const { worths } = this.notes;
    const missing = numbers.filter((number) => !worths[number]);
    let done = numbers.length - missing.length;
    await inTurn(missing, this.engine.size + 1, async (number, left) => {
      const again = await this.closely(number, looks[number]!.best!.code, pace(2 * left));
      const { code } = this.course.decisions[number]!;
      worths[number] = [again, await this.closely(number, code, pace(2 * left - 1))];
      told(++done / numbers.length);
    });
  }

  /** What an action is worth on average over some worlds that the seat may be in. */
  private async closely(number: number, code: number, care: Care): Promise<number> {
    const { rules } = this.course;
    const { state, seat } = this.course.decisions[number]!;
    const found = await Promise.all(
      Array.from({ length: MARKS.worlds }, (_, world) => {
        const before = rules.redetermined(state, seat, seedFor(1 + world, seat, number));
        const after = rules.played(before, seat, code);
        return this.thought(after, number, care, { part: MARKS.worlds });
      }),
    );
    return found.reduce((sum, { chances }) => sum + chances[seat]!, 0) / MARKS.worlds;
  }
}

/** What is remembered of a thought about a position in which that action was taken. */
function noted(
  { verdicts, chances, barrier }: Pick<Look, "chances" | "barrier"> & { verdicts: Verdict[] },
  code: number | undefined,
): Look {
  const [best] = verdicts;
  const taken = verdicts.find((verdict) => verdict.code === code);
  const good = verdicts.filter(
    (one) => one === best || (one.visits >= MARKS.sure && !markOf(best!.chance - one.chance)),
  );
  return {
    chances,
    best: best ? { code: best.code, chance: best.chance } : null,
    taken: taken ? { chance: taken.chance, visits: taken.visits } : null,
    good: good.map((one) => one.code),
    barrier,
  };
}

/** Do something with many things in their order, so many at a time; it hears how many are left. */
async function inTurn<T>(
  things: T[],
  together: number,
  act: (thing: T, left: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const go = async () => {
    while (next < things.length) {
      const at = next++;
      await act(things[at]!, things.length - at);
    }
  };
  await Promise.all(Array.from({ length: together }, go));
}
