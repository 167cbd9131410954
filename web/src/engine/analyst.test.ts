import { expect, test } from "vitest";
import { Analyst, type Course } from "./analyst";
import type { Engine, Question } from "./engine";
import type { Rules } from "./rules";

/** A game of whoever acts: a state is its place in it, and how many actions there are. */
const GAME = [
  { seat: 0, choices: 2 },
  { seat: 0, choices: 1 },
  { seat: 1, choices: 1 },
  { seat: 1, choices: 3 },
  { seat: 0, choices: 1 },
  { seat: undefined, choices: 0 },
];
const at = (place: number) => Uint8Array.of(place);
const rules = {
  toAct: ([place]: Uint8Array) => [GAME[place!]!.seat].filter((seat) => seat !== undefined),
  codes: ([place]: Uint8Array) => Array.from({ length: GAME[place!]!.choices }, (_, code) => code),
  played: ([place]: Uint8Array) => at(place! + 1),
  redetermined: (state: Uint8Array) => state.slice(),
  barrier: ([place]: Uint8Array) => place!,
  ending: () => ({ points: [3, 2], shares: [1, 0] }),
} as unknown as Rules;

async function thought(place: number) {
  const asked: [seat: number, place: number][] = [];
  const engine = {
    think({ world, seat }: Question) {
      asked.push([seat, world[0]!]);
      const verdicts = [{ code: 1, visits: 9, chance: 0.5, points: 4 }];
      return Promise.resolve({ verdicts, chances: [0.5, 0.5], points: [4, 4], simulations: 9 });
    },
  } as unknown as Engine;
  const course: Course = { rules, decisions: [], end: at(5) };
  const care = { simulations: 9, milliseconds: null };
  return { asked, ...(await new Analyst(engine, course).thought(at(place), 7, care)) };
}

test("a position with a choice is looked at", async () => {
  const { asked, verdicts, barrier } = await thought(0);
  expect(asked).toEqual([[0, 0]]);
  expect(verdicts.map(({ code }) => code)).toEqual([1]);
  expect(barrier).toBe(0);
});

test("where nothing is to decide, the next choice is looked at, by whose it is", async () => {
  const { asked, verdicts, chances, barrier } = await thought(1);
  expect(asked).toEqual([[1, 3]]);
  expect(verdicts).toEqual([]); // they are of a later decision
  expect(chances).toEqual([0.5, 0.5]);
  expect(barrier).toBe(3);
});

test("where no choice is left, the end is known", async () => {
  const { asked, chances, points } = await thought(4);
  expect(asked).toEqual([]);
  expect([chances, points]).toEqual([
    [1, 0],
    [3, 2],
  ]);
});
