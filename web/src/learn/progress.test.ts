import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});
const { KEY, prefs, remember } = await import("../lib/prefs.svelte");
const { keep, merged } = await import("./progress");

const stored = () => JSON.parse(kept.get(KEY)!) as Record<string, unknown>;

beforeEach(() => {
  kept.clear();
  prefs.passed = {};
  prefs.solved = {};
});

test("nothing of two lists is lost", () => {
  expect(merged({ a: ["x"], b: ["y"] }, { a: ["z", "x"] })).toEqual({ a: ["x", "z"], b: ["y"] });
});

test("two tabs on one course keep what both have passed", () => {
  keep("passed", "chess", "pawns");
  kept.set(KEY, JSON.stringify({ passed: { chess: ["rooks"], go: ["eyes"] } })); // the other tab
  keep("passed", "chess", "kings");
  expect(stored().passed).toEqual({ chess: ["pawns", "rooks", "kings"], go: ["eyes"] });
});

test("puzzles are kept apart from chapters", () => {
  keep("passed", "chess", "pawns");
  keep("solved", "chess", "1f");
  expect(stored()).toEqual({ passed: { chess: ["pawns"] }, solved: { chess: ["1f"] } });
});

test("a choice in one tab does not undo another in the next", () => {
  kept.set(KEY, JSON.stringify({ passed: { chess: ["rooks"] }, theme: "dark" }));
  remember({ sound: true });
  expect(stored()).toEqual({ passed: { chess: ["rooks"] }, theme: "dark", sound: true });
});
