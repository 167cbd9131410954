import { expect, test, vi } from "vitest";

const root = { lang: "en" };
vi.stubGlobal("document", { documentElement: root });
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
const { count, speak } = await import("./words.svelte");
const points = (number: number) => count("one_point", "points_of", number);

test("one point, several points, as each language counts", async () => {
  expect([0, 1, 2].map(points)).toEqual(["0 points", "1 point", "2 points"]);
  await speak("fr");
  expect([0, 1, 2].map(points)).toEqual(["0 point", "1 point", "2 points"]);
  await speak("de");
  expect([0, 1, -1].map(points)).toEqual(["0 Punkte", "1 Punkt", "−1 Punkt"]);
});
