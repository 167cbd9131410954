import { expect, test } from "vitest";
import { touches } from "./optics";
import * as placing from "./placing";

const space = { width: 360, height: 440, top: 0, right: 0, bottom: 0, left: 0 };
const box = (x: number, y: number, width = 40, height = width) => ({ x, y, width, height });
const isInside = ({ x, y, width, height }: ReturnType<typeof box>) =>
  x >= 0 && y >= 0 && x + width <= 360 && y + height <= 440;

test("a chip at an edge keeps off live things and other buttons", () => {
  const chip = placing.chipAt("right", 44, space, [box(320, 200)]);
  expect(touches(chip, box(320, 200))).toBe(false);
  expect(chip.x).toBe(316);
  const places = box(0, 388, 240, 52);
  const below = placing.chipAt("bottom", 44, { ...space, taken: [places] }, []);
  expect([below.y, touches(below, places)]).toEqual([396, false]);
});

test("the button for the whole gives way to what is live", () => {
  expect(placing.cornerAt(44, 4, space, [])).toMatchObject({ x: 312, y: 392 });
  expect(placing.cornerAt(44, 4, space, [box(330, 400)])).toMatchObject({ x: 312, y: 4 });
});

test("a tick never covers what it confirms, even between other live things and in a corner", () => {
  const neighbours = [0, 1, 2, 3, 4, 5, 6].flatMap((column) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((row) => box(column * 50, row * 54, 48)),
  );
  for (const thing of [box(0, 0, 98, 50), box(262, 0, 98, 50), box(150, 162, 98, 50)]) {
    const tick = placing.beside(thing, 48, space, neighbours);
    expect([touches(tick, thing), isInside(tick)]).toEqual([false, true]);
  }
  const tick = placing.beside(box(100, 100), 48, space, [box(146, 100), box(54, 100)]);
  expect([box(146, 100), box(54, 100)].some((one) => touches(tick, one))).toBe(false);
});

test("badges of neighbours lie beside one another, and off what is written", () => {
  const columns = [box(100, 60, 44, 60), box(145, 60, 44, 60), box(190, 60, 44, 60)];
  const words = columns.map(({ x, y }) => box(x + 4, y + 44, 36, 12));
  const placed = placing.badges(columns, { width: 66, height: 22 }, space, words);
  placed.forEach((one, number) => {
    expect(isInside(one)).toBe(true);
    expect(placed.some((other, n) => n !== number && touches(one, other))).toBe(false);
    expect(words.some((word) => touches(one, word))).toBe(false);
  });
});
