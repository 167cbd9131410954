import { expect, test, vi } from "vitest";
import type { Desk } from "../table/desk.svelte";
import type { Home, Motion } from "./contract";

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("innerWidth", 360);
vi.stubGlobal("innerHeight", 740);
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
const { watchedIn } = await import("../table/gaze.svelte");
const antics = await import("./antics/places");
const minicity = await import("./minicity/motions");
const myrmes = await import("./myrmes/places");

const fly = (thing: string, more: Partial<Motion> = {}): Motion => ({
  kind: "fly",
  thing,
  ...more,
});
/** At a table of some game, seat 0 looks at where these things move. */
const seen = (module: { home(desk: Desk, thing: string): Home | null }, ...motions: Motion[]) =>
  watchedIn(motions, { module, looking: 0 } as unknown as Desk);

test("the view goes to the place in which most of a step moves", () => {
  const walk = fly("walker", { to: "hex k4", via: ["hex k3"] });
  expect(seen(myrmes, walk, fly("soldiers 1"))).toEqual({
    place: "garden",
    things: ["walker", "hex k3", "hex k4"],
  });
  expect(seen(myrmes, fly("done 1 3", { from: "nurse 1" }))?.place).toBe("objectives");
  expect(seen(myrmes, fly("inside 0 2", { from: "workers 0" }))?.place).toBe("colony");
  expect(seen(antics, fly("field 1a", { to: "hand 1 0" }))?.place).toBe("scouts");
  expect(seen(antics, fly("worker 1 5", { from: "brood 1 red" }))?.place).toBe("forest");
  expect(seen(minicity, fly("ant red", { via: ["chamber 3"] }))?.place).toBe("hill");
});

test("what others have before them lies in no place: the view stays", () => {
  expect(seen(myrmes, fly("inside 1 2", { from: "workers 1" }))).toBeNull();
  expect(seen(antics, fly("marker 1 2", { from: "hex 1 2" }))).toBeNull();
  expect(seen(minicity, fly("card 1 0", { from: "pile", to: "hand 1" }))).toBeNull();
});
