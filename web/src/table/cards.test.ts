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
