import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
const { Gaze, nextOf } = await import("./gaze.svelte");

const act = (place: string | null, ms: number, thing = `${place} thing`) => ({
  watched: place === null ? null : { place, things: [thing] },
  ms,
});

test("steps in one place move the view once", () => {
  const acts = [act("garden", 300, "hex 1"), act(null, 300), act("garden", 300, "hex 2")];
  const watched = nextOf([...acts, act("colony", 300)], "colony");
  expect(watched).toEqual({ place: "garden", things: ["hex 1", "hex 2"] });
});

test("for a glance at another place the view does not leave, unless nothing comes after it", () => {
  const acts = [act("objectives", 380), act("garden", 380)];
  expect(nextOf(acts, "garden")).toBeNull();
  expect(nextOf(acts.slice(0, 1), "garden")?.place).toBe("objectives");
  expect(nextOf([act("objectives", 760), act("garden", 760)], "garden")?.place).toBe("objectives");
  expect(nextOf([act(null, 760)], "garden")).toBeNull();
});

test("the view follows what moves until somebody moves it", () => {
  const gaze = new Gaze();
  const follow = (place: string) => gaze.follow([act(place, 760)]);
  follow("garden");
  expect(gaze.at).toBeNull(); // all places are on the screen
  gaze.shows("colony");
  follow("garden");
  expect(gaze.at?.place).toBe("garden");
  gaze.go("colony");
  follow("objectives");
  expect(gaze.at?.place).toBe("garden");
  gaze.release();
  follow("objectives");
  expect(gaze.at?.place).toBe("objectives");
});
