import { expect, test, vi } from "vitest";
import type { Chapter, GamePage, Tried } from "../lib/api";
import type { GameModule } from "../games/contract";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
const asked: ((found: Partial<Tried>) => void)[] = [];
vi.doMock("../lib/api", async (original) => ({
  ...(await original<object>()),
  ask: () => new Promise((resolve) => asked.push(resolve)),
}));
const { Lesson } = await import("./lesson.svelte");

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("what was right on one card solves no other while it is laid", async () => {
  const module = { words: {}, plan: () => null, renew: () => {} } as unknown as GameModule;
  const chapter = { name: "row", players: 2, seat: 0, light: [], hinted: [] } as unknown as Chapter;
  const lesson = new Lesson(chapter, {} as GamePage, module);
  const found = { view: { game: "x" }, scores: [0, 0], actions: [], told: [], to_act: [0] };
  const answer = { name: "fine", words: "Fine.", right: true, others: [] };
  void lesson.open("free");
  asked.pop()!({ ...found, answer });
  await settled();
  expect(lesson.answer?.right).toBe(true);
  void lesson.open("exercise");
  await settled();
  expect([lesson.card, lesson.isSolved]).toEqual(["free", false]);
  asked.pop()!({ ...found, answer: null });
  await settled();
  expect([lesson.card, lesson.isSolved]).toEqual(["exercise", false]);
});
