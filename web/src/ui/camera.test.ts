import { expect, test, vi } from "vitest";
import type { Live } from "./optics";

vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => {} }));
const { Camera } = await import("./camera.svelte");

const space = { width: 360, height: 440, top: 0, right: 0, bottom: 0, left: 0 };
const scene = { width: 1000, height: 800 };
const box = (x: number, y: number, side = 60): Live => ({ x, y, width: side, height: side, side });

function looking(live: Live[]): InstanceType<typeof Camera> {
  const camera = new Camera(true);
  camera.fit(scene, space);
  camera.look(live, "one", undefined);
  return camera;
}

test("when the list closes, the camera goes back to where it looked", () => {
  const camera = looking([box(200, 100), box(300, 500)]);
  const before = camera.sight;
  camera.fit(scene, { ...space, bottom: 198 });
  expect(camera.sight).not.toEqual(before);
  camera.fit(scene, space);
  expect(camera.sight).toEqual(before);
});

test("whoever moved the drawing while the list was open keeps it there", () => {
  const camera = looking([box(200, 100), box(300, 500)]);
  camera.fit(scene, { ...space, bottom: 198 });
  camera.drag(-30, 0);
  const held = camera.sight;
  camera.fit(scene, space);
  expect(camera.sight.k).toBe(held.k);
});

test("another decision while the list closes is looked at, and not the last one", () => {
  const camera = looking([box(200, 100)]);
  camera.fit(scene, { ...space, bottom: 198 });
  camera.look([box(900, 700)], "two", undefined);
  camera.fit(scene, space);
  expect(camera.sees(box(900, 700))).toBe(true);
});

test("where nothing is asked the drawing makes way for words above it, and for buttons", () => {
  const ring = { width: 360, height: 400 };
  const camera = looking([]);
  camera.fit(ring, space);
  camera.fit(ring, { ...space, top: 52 });
  expect(camera.sight).toMatchObject({ k: 0.97, y: 52 });
  camera.fit(ring, space);
  camera.fit(ring, { ...space, taken: [{ x: 0, y: 388, width: 110, height: 52 }] });
  expect(camera.sight).toMatchObject({ k: 0.97, y: 0 });
  camera.zoom(1.5, { x: 0, y: 0 });
  const held = camera.sight;
  camera.fit(ring, { ...space, top: 52 });
  expect(camera.sight.k).toBe(held.k);
});

test("an overview of others' turns makes way for the board at rest", () => {
  const rest = { x: 500, y: 0, width: 1, height: 800 };
  const camera = new Camera(true);
  camera.fit({ ...scene, rest }, space);
  camera.look([], "", { x: 0, y: 0, ...scene });
  camera.look([], "others", { x: 0, y: 0, ...scene });
  expect(camera.sight.k).toBeCloseTo(0.336);
  camera.look([], "mine", undefined);
  expect(camera.sight.k).toBeCloseTo(0.55);
});

test("what was brought out from under a button stays there when nothing else changes", () => {
  const small = { width: 330, height: 420 };
  const buttons = { ...space, taken: [{ x: 0, y: 388, width: 240, height: 52 }] };
  const live = [box(30, 355), box(200, 20)];
  const camera = new Camera(true);
  camera.fit(small, buttons);
  camera.look(live, "one", undefined);
  const before = camera.sight;
  expect(live.every((one) => camera.sees(one))).toBe(true);
  camera.fit({ ...small }, { ...buttons });
  expect(camera.sight).toEqual(before);
});

test("what moves is brought into view, and then the decision is", () => {
  const camera = looking([box(200, 100)]);
  const before = camera.sight;
  camera.watch([box(210, 110)], true);
  expect(camera.sight).toBe(before); // it is in view
  camera.watch([box(900, 700)], true);
  expect(camera.sees(box(900, 700))).toBe(true);
  const there = camera.sight;
  camera.look([box(300, 100)], "two", undefined);
  camera.fit({ width: 1000, height: 820 }, space);
  expect(camera.sight).toBe(there); // until it has moved
  camera.turnBack(true);
  expect(camera.sees(box(300, 100))).toBe(true);
});

test("where nobody is asked the view stays at what moved", () => {
  const camera = looking([]);
  camera.watch([box(900, 700)], true);
  const there = camera.sight;
  camera.turnBack(false);
  expect(camera.sight).toBe(there);
});

test("whoever moves the view while things move keeps it, also when it is her turn", () => {
  const camera = looking([]);
  camera.watch([box(900, 700)], true);
  camera.drag(40, 0);
  const held = camera.sight;
  camera.watch([box(100, 100)], true);
  camera.look([box(300, 500)], "mine", undefined, true);
  camera.turnBack(true);
  expect(camera.sight).toBe(held);
  camera.look([box(300, 500), box(20, 20)], "next", undefined);
  expect(camera.sight).not.toBe(held);
});

test("where two things were seen to move the view does not go nearer to one of them", () => {
  const camera = looking([box(200, 100)]);
  camera.watch([box(20, 20), box(900, 700)], true);
  const both = camera.sight;
  camera.watch([box(900, 700)], true);
  expect(camera.sight).toBe(both);
});

test("where it is not known what moves, everything is seen", () => {
  const camera = looking([box(200, 100)]);
  camera.watch([], true);
  expect(camera.isWhole).toBe(true);
});
