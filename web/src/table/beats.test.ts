import { expect, test } from "vitest";
import type { Line } from "../lib/api";
import { BEAT, beatsOf, isTold, lastTurns, paced, thought, turnsOf, type Beat } from "./beats";

let version = 0;
const line = (seat: number | null, words: string, code: number | undefined = 1): Line => ({
  version: ++version,
  kind: "played",
  seat,
  at: 0,
  code,
  words,
});
const other = (seat: number): Line => ({ version: ++version, kind: "seated", seat, at: 0 });
const joins = ({ words }: Line) =>
  words === "walked" ? "instead" : words?.startsWith("and") ? "and" : null;
const beats = (seats: number[]): Beat[] => seats.map((seat) => ({ seat, lines: [], words: "" }));
const total = (some: Beat[]) => paced(some).reduce((sum, { factor }) => sum + BEAT * factor, 0);

test("lines of one seat that belong together are one sentence", () => {
  const lines = [line(0, "took"), line(0, "and built"), line(1, "and dug"), line(1, "rested")];
  expect(beatsOf(lines, joins).map(({ words }) => words)).toEqual([
    "took, and built",
    "and dug",
    "rested",
  ]);
});

test("that somebody has decided in secret is no line of the log", () => {
  const hidden = (kind: string): Line => ({ version: ++version, kind, seat: 1, at: 0 });
  const lines = [other(0), hidden("decided"), hidden("played"), line(1, "took")];
  expect(beatsOf(lines).map(isTold)).toEqual([true, false, true]);
});

test("of a way only its end is told, and what was done twice is counted", () => {
  expect(beatsOf([line(0, "left"), line(0, "walked"), line(0, "walked")], joins)[0]!.words).toBe(
    "walked",
  );
  expect(
    beatsOf(
      ["a", "a"].map((words) => line(0, words)),
      () => "and",
    )[0]!.words,
  ).toBe("a ×2");
});

test("what begins alike is told in one list", () => {
  const parts = ["ended", "box: a", "box: b", "box: b", "hand: b"];
  const lines = parts.map((words) => line(0, words));
  expect(beatsOf(lines, () => "and")[0]!.words).toBe("ended, box: a, b ×2, hand: b");
});

test("what is no decision stands by itself", () => {
  const found = beatsOf([line(0, "took"), other(0), line(0, "and built")], () => "and");
  expect(found.map(({ lines }) => lines.length)).toEqual([1, 1, 1]);
});

test("a secret decision is told when it is revealed, and cuts no sentence in two", () => {
  const secret: Line = { ...other(1), kind: "decided" };
  const found = beatsOf([line(0, "took"), secret, line(0, "and built")], joins);
  expect(found.map(({ words }) => words)).toEqual(["took, and built"]);
});

test("without a game's word every line is a sentence", () => {
  expect(beatsOf([line(0, "took"), line(0, "and built")])).toHaveLength(2);
});

test("five beats take their time; a long turn takes four seconds, all of them eight", () => {
  expect(total(beats([0, 0, 0, 0, 0]))).toBe(5 * BEAT);
  expect(total(beats(Array<number>(10).fill(0)))).toBeCloseTo(4000);
  expect(total(beats(Array.from({ length: 30 }, (_, n) => n)))).toBeCloseTo(8000);
});

test("what would flash by is shown together, seat by seat", () => {
  const some = paced(beats([...Array<number>(40).fill(0), ...Array<number>(3).fill(1)]));
  expect(some.every(({ factor }) => BEAT * factor >= 220)).toBe(true);
  expect(some.every(({ beats }) => new Set(beats.map(({ seat }) => seat)).size === 1)).toBe(true);
  expect(some.flatMap(({ beats }) => beats)).toHaveLength(43);
});

test("turns, and the last one of each seat", () => {
  const some = beats([0, 0, 1, 2, 0, 1, 1]);
  expect(turnsOf(some).map((turn) => turn.length)).toEqual([2, 1, 1, 1, 2]);
  expect(lastTurns(some)).toEqual([some[3], some[4], some[5], some[6]]);
});

test("a bot thinks longer about more, and never long", () => {
  expect(thought(1)).toBeLessThan(thought(4));
  expect(thought(40)).toBeLessThan(1000);
});
