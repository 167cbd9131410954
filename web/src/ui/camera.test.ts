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
