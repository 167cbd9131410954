import { expect, test } from "vitest";
import { placed } from "./cards";

const screen = { width: 360, height: 740 };
const size = { width: 264, height: 100 };
const box = (x: number, y: number, width = 40, height = 40) => ({ x, y, width, height });

test("above the finger", () => {
  expect(placed(box(160, 300), size, [], screen)).toMatchObject({ x: 48, y: 190 });
});

test("below where there is no room above", () => {
  expect(placed(box(160, 20), size, [], screen).y).toBe(70);
});

test("off what can be chosen", () => {
  const { y } = placed(box(160, 300), size, [box(100, 200, 100, 60)], screen);
  expect(y).toBe(350);
});

test("never over the edge", () => {
  expect(placed(box(340, 300), size, [], screen).x).toBe(360 - 264 - 6);
});

/** Pixels between a card and its thing. */
const far = (thing: ReturnType<typeof box>, at: { x: number; y: number }) =>
  Math.hypot(
    Math.max(0, thing.x - at.x - size.width, at.x - thing.x - thing.width),
    Math.max(0, thing.y - at.y - size.height, at.y - thing.y - thing.height),
  );

test("beside its thing, even among live things everywhere", () => {
  const wide = { width: 1366, height: 768 };
  const field = Array.from({ length: 300 }, (_, n) =>
    box(200 + (n % 20) * 50, 40 + Math.floor(n / 20) * 50),
  );
  for (const thing of [box(860, 300), box(440, 500), box(210, 60), box(1150, 700)]) {
    const at = placed(thing, size, field, wide);
    expect(far(thing, at), JSON.stringify(thing)).toBeLessThanOrEqual(10);
  }
});

test("aside, where that leaves what can be chosen free", () => {
  const wide = { width: 1366, height: 768 };
  const hand = [box(560, 300, 60, 80), box(630, 300, 60, 80), box(770, 300, 60, 80)];
  const over = box(600, 180, 70, 60);
  const at = placed(box(700, 300, 60, 80), size, [...hand, over], wide);
  expect(at.y).toBe(190);
  expect(at.x).toBeGreaterThanOrEqual(over.x + over.width);
});
