import { expect, test, vi } from "vitest";
import type { Contest } from "./schema";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { faceOf } = await import("../icons/faces");
const { aboutBot, botNamed, characterOf, choiceOf, strengthOf } = await import("./characters");
const { contestWords } = await import("./contests");

const LEVELS = ["newcomer", "beginner", "easy", "normal", "hard", "expert", "champion"];

test("seven characters have a name, a strength, a sentence and a face of their own", () => {
  for (const of of [characterOf, strengthOf, aboutBot, faceOf]) {
    const told = LEVELS.map((level) => of(level));
    expect(told.every(Boolean)).toBe(true);
    expect(new Set(told).size).toBe(LEVELS.length);
  }
});

test("a name in a seat says that it is a bot, a choice how hard it is to beat", () => {
  expect(botNamed("easy")).toBe("Bodo (bot)");
  expect(choiceOf("easy")).toBe("Bodo – easy");
});

test("a bot of another package is called as it calls itself", () => {
  expect([characterOf("raiser"), choiceOf("raiser"), aboutBot("raiser")]).toEqual([
    "raiser",
    "raiser",
    "",
  ]);
  expect(faceOf("raiser")).toBeUndefined();
});

test("a contest says against whom, how often and how surely", () => {
  const contest: Contest = {
    ...{ level: "champion", against: "normal", players: 2, matches: 40 },
    ...{ win_share: 0.8251, interval: [0.681, 0.913] },
  };
  const told = contestWords(contest);
  for (const part of ["83%", "40", "Tilda", "68%", "91%"]) expect(told).toContain(part);
});
