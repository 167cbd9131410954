import { beforeEach, expect, test, vi } from "vitest";
import type { Action, GamePage, Line, Peek, Seat } from "../lib/api";
import type { GameModule } from "../games/contract";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const { Desk, GRACE } = await import("./desk.svelte");
const { prefs } = await import("../lib/prefs.svelte");

const ME = 0;
const actionsOf = (texts: string[]): Action[] =>
  texts.map((text, code) => ({ code, text, words: text }));

/** A game in which steps lead from one set of choices to the next; after the last I am done. */
function played(...choices: string[][]) {
  const steps: string[] = [];
  const show = (kind = "played") => {
    const now = choices[steps.length] ?? [];
    const last: Line = { version: steps.length, kind, seat: ME, at: 0 };
    desk.show({ game: "x", to_act: now.length ? [ME] : [1] }, actionsOf(now), last);
  };
  const peek = async (_: Action, then: string[]): Promise<Peek> => {
    const isOn = steps.length + 1 + then.length < choices.length;
    const actions = isOn ? [{ code: 0, text: "next" }] : [];
    return { view: { game: "x", to_act: [isOn ? ME : 1] }, scores: [3, 0], actions };
  };
  const module = { words: {}, plan: () => null, renew: () => {} } as unknown as GameModule;
  const desk = new Desk("x", { phrases: {} } as GamePage, module, {
    play: async ({ text }) => {
      steps.push(text);
      show();
    },
    undo: async () => {
      steps.pop();
      show("undone");
    },
    peek,
  });
  desk.seat = ME;
  show("started");
  return { desk, steps };
}

test("seats have names in all that can be decided", () => {
  const { desk } = played([]);
  Object.assign(desk.facts, { phrases: { "names.seat": "seat {n}" } });
  desk.seats = ["Ada", "Ben"].map((name) => ({ kind: "person", name })) as unknown as Seat[];
  const given = actionsOf(["give it to seat 2"]);
  desk.show({ game: "x" }, given, null);
  expect(desk.actions.map(({ words }) => words)).toEqual(["give it to Ben"]);
  const { actions } = desk;
  desk.show({ game: "y" }, given, null);
  expect(desk.actions).toBe(actions);
});

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  prefs.confirm = "tick";
});

test("a step after which I go on is taken at once", async () => {
  const { desk, steps } = played(["a", "b"], ["c", "d"]);
  await desk.choose(desk.find("a")!);
  expect(steps).toEqual(["a"]);
});

test("a step that ends my turn waits for its tick, and can be dropped", async () => {
  const { desk, steps } = played(["a", "end"]);
  await desk.choose(desk.find("end")!);
  expect(desk.chosen?.text).toBe("end");
  desk.drop();
  await desk.confirm();
  expect(steps).toEqual([]);
  await desk.choose(desk.find("end")!);
  await desk.confirm();
  expect(steps).toEqual(["end"]);
});

test("another tap on the piece says yes, but not the second one of a double tap", async () => {
  const { desk, steps } = played(["a", "end"]);
  await desk.choose(desk.find("end")!);
  await desk.choose(desk.find("end")!);
  expect(steps).toEqual([]);
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 300);
  await desk.choose(desk.find("end")!);
  vi.restoreAllMocks();
  expect(steps).toEqual(["end"]);
});

test("where nothing else could be meant, nothing is asked", async () => {
  const { desk, steps } = played(["end"]);
  await desk.choose(desk.find("end")!);
  expect(steps).toEqual(["end"]);
});

test("several decisions are confirmed as one, and taken one after the other", async () => {
  const { desk, steps } = played(["take", "b"], ["place", "c"]);
  await desk.errand.start(["take", "place"], "both");
  expect([steps, desk.chosenWords, desk.chosenThen]).toEqual([[], "both", ["place"]]);
  await desk.confirm();
  expect(steps).toEqual(["take", "place"]);
});

test("an errand stops at the first step that is not legal", async () => {
  const { desk, steps } = played(["walk", "b"], ["stay", "c"], ["hunt", "d"], ["e", "f"]);
  await desk.errand.start(["walk", "walk", "hunt"]);
  await settled();
  expect(steps).toEqual(["walk"]);
});

test("a question with one answer is not asked, unless it ends the turn", async () => {
  const { desk, steps } = played(["a", "b"], ["only"], ["c", "d"], ["end"]);
  await desk.choose(desk.find("a")!);
  await settled();
  expect(steps).toEqual(["a", "only"]);
  await desk.choose(desk.find("c")!);
  await settled();
  expect(steps).toEqual(["a", "only", "c"]);
});

test("a step is sent once, even if what it leads to comes after its answer", async () => {
  const { desk, steps } = played(["a", "b"], ["only"], ["c", "d"]);
  const show = desk.show.bind(desk);
  desk.show = (...moment) => void setTimeout(() => show(...moment), 2);
  await desk.choose(desk.find("a")!);
  await settled();
  await settled();
  expect(steps).toEqual(["a", "only"]);
});

test("what was taken by itself is taken back with what led to it", async () => {
  const { desk, steps } = played(["a", "b"], ["only"], ["c", "d"]);
  await desk.choose(desk.find("a")!);
  await settled();
  await desk.undo();
  await settled();
  expect(steps).toEqual([]);
  expect(desk.actions.map(({ text }) => text)).toEqual(["a", "b"]);
});

test("a step may be sent by itself after some seconds, and called back before", async () => {
  vi.useFakeTimers();
  prefs.confirm = "later";
  const { desk, steps } = played(["a", "end"]);
  await desk.choose(desk.find("end")!);
  await vi.advanceTimersByTimeAsync(GRACE - 100);
  desk.drop();
  await vi.advanceTimersByTimeAsync(GRACE);
  expect(steps).toEqual([]);
  await desk.choose(desk.find("end")!);
  await vi.advanceTimersByTimeAsync(GRACE);
  expect(steps).toEqual(["end"]);
  vi.useRealTimers();
});

test("where nothing can be taken back, every step waits", async () => {
  const { desk, steps } = played(["a", "b"], ["c", "d"]);
  desk.isFinal = true;
  await desk.choose(desk.find("a")!);
  expect([desk.chosen?.text, steps]).toEqual(["a", []]);
  await desk.confirm();
  expect(steps).toEqual(["a"]);
});
