import { expect, test } from "vitest";
import * as optics from "./optics";
import type { Live } from "./optics";

const space = { width: 360, height: 440, top: 0, right: 0, bottom: 0, left: 0 };
const scene = { width: 1000, height: 800 };
const box = (x: number, y: number, side = 40): Live => ({
  x,
  y,
  width: side,
  height: side,
  side,
});

test("the whole lies in the middle of what is free", () => {
  expect(optics.whole(scene, space)).toEqual({ k: 0.36, x: 0, y: 76 });
  expect(optics.whole(scene, { ...space, top: 40 }).y).toBe(96);
});

test("live things become large enough, and no larger than is useful", () => {
  const live = [box(100, 100, 50), box(300, 100, 50)];
  const sight = optics.aimed(scene, space, live);
  expect(optics.needed(live)).toBe(0.4);
  expect(sight.k).toBeCloseTo(0.64);
  expect(optics.isEnough(sight, space, live)).toBe(true);
});

test("things close together need more than their own size", () => {
  expect(optics.needed([box(0, 0, 20)])).toBe(1);
  expect(optics.needed([box(0, 0, 20), box(400, 0, 20)])).toBe(1);
  expect(optics.needed([box(0, 0, 20), box(25, 0, 20)])).toBe(1.6);
});

test("what does not fit is marked at the edges, and can be reached", () => {
  const live = [box(0, 400, 25), box(30, 400, 25), box(960, 400, 25), box(500, 760, 25)];
  const sight = optics.aimed(scene, space, live);
  expect(sight.k).toBe(optics.needed(live));
  const outside = optics.beyond(sight, space, live);
  const reached = [...outside.values()].flat();
  expect(reached.length).toBeGreaterThan(0);
  for (const boxes of outside.values()) {
    const there = optics.jumped(sight, scene, space, boxes);
    expect(boxes.some((one) => optics.isSeen(one, there, space))).toBe(true);
  }
});

test("no move where everything is in view, free and large enough", () => {
  const live = [box(100, 100, 200)];
  const whole = optics.whole(scene, space);
  expect(optics.isEnough(whole, space, live)).toBe(true);
  expect(optics.isEnough(whole, { ...space, top: 200 }, live)).toBe(false);
  expect(optics.isEnough(whole, space, [box(100, 100, 20)])).toBe(false);
});

test("a sheet is no place for live things", () => {
  const live = [box(400, 700, 60)];
  const covered = { ...space, bottom: 200 };
  const at = optics.onStage(live[0]!, optics.aimed(scene, covered, live));
  expect(at.y + at.height).toBeLessThanOrEqual(240);
});

test("a drawing larger than the stage covers it, a smaller one lies in its middle", () => {
  expect(optics.kept({ k: 1, x: 50, y: -900 }, scene, space)).toEqual({ k: 1, x: 0, y: -360 });
  expect(optics.kept({ k: 0.1, x: 0, y: 0 }, scene, space)).toEqual({ k: 0.1, x: 130, y: 180 });
});

test("what is under the fingers stays there", () => {
  const before = { k: 1, x: -100, y: -50 };
  const after = optics.zoomed(before, 2, { x: 60, y: 80 }, { least: 0.1, most: 9 });
  expect([(60 - after.x) / after.k, (80 - after.y) / after.k]).toEqual([160, 130]);
});

test("a small thing that is only to be seen does not fill the stage", () => {
  const chamber = box(500, 500, 20);
  const sight = optics.aimed(scene, space, [], chamber);
  expect(sight.k).toBeCloseTo(1.6 * optics.resting(scene, space).k);
  expect(optics.isShown(sight, scene, space, chamber)).toBe(true);
});

/** A phone on its side, with the chips of three places one above the other. */
const lying = {
  ...{ width: 496, height: 360, top: 0, right: 0, bottom: 0, left: 0 },
  taken: [{ x: 0, y: 212, width: 88, height: 148 }],
};

test("buttons in a corner cost no more of the stage than they must", () => {
  const board = { width: 600, height: 400 };
  const fields = [0, 1, 2, 3, 4, 5].flatMap((column) =>
    [0, 1, 2].map((row) => box(20 + column * 95, 60 + row * 110, 80)),
  );
  const sight = optics.found(board, lying, fields);
  expect(fields.every((one) => optics.isSeen(one, sight, lying))).toBe(true);
  expect(optics.beyond(sight, lying, fields).size).toBe(0);
  expect(sight.k).toBeGreaterThan(optics.aimed(board, { ...lying, bottom: 148 }, fields).k);
  const below = optics.onStage(fields[2]!, sight);
  expect(below.y + below.height).toBeGreaterThan(212);
});

test("buttons that hide nothing live are no reason to look elsewhere", () => {
  const live = [box(400, 100, 100), box(600, 100, 100)];
  expect(optics.found(scene, lying, live)).toEqual(optics.aimed(scene, lying, live));
});

test("what is only looked at lies under no button, if it need not be much smaller", () => {
  const cards = { width: 360, height: 278 };
  const [corner] = lying.taken;
  for (const sight of [optics.found(cards, lying, []), optics.overview(cards, lying)]) {
    const { x } = optics.onStage({ x: 0, y: 0, ...cards }, sight);
    expect(x).toBeGreaterThanOrEqual(corner!.width);
    expect(sight.k).toBeGreaterThan(0.8 * optics.whole(cards, lying).k);
  }
});

test("where there is room beside a button, what is looked at is only moved", () => {
  const colony = { width: 360, height: 704, rest: { x: 0, y: 0, width: 360, height: 388 } };
  const sight = optics.found(colony, lying, []);
  expect(sight.k).toBeCloseTo(optics.resting(colony, lying).k);
  expect(sight.x).toBeGreaterThanOrEqual(88);
});

test("of a drawing larger than the stage only what is to be seen keeps off the buttons", () => {
  const wide = { width: 200, height: 200 };
  const hill = { ...scene, rest: { x: 400, y: 300, ...wide } };
  const low = { ...space, height: 200, taken: [{ x: 0, y: 148, width: 300, height: 52 }] };
  const at = optics.onStage(hill.rest, optics.found(hill, low, []));
  expect(at.y + at.height).toBeCloseTo(148);
  const lower = { ...low, taken: [{ x: 0, y: 100, width: 300, height: 100 }] };
  expect(optics.found(hill, lower, [])).toEqual(optics.resting(hill, lower));
});

test("a drawing that runs off at the sides ends above the buttons", () => {
  const forest = { ...scene, rest: { x: 500, y: 0, width: 1, height: 800 } };
  const chips = { ...space, taken: [{ x: 0, y: 388, width: 176, height: 52 }] };
  const sight = optics.found(forest, chips, []);
  expect(optics.onStage({ x: 0, y: 0, width: 1000, height: 800 }, sight).height).toBeCloseTo(388);
});

test("what lies under a button is not seen, and a jump brings it out", () => {
  const live = box(0, 760);
  const sight = { k: 1, x: 0, y: -440 };
  expect(optics.isSeen(live, sight, { ...lying, taken: [] })).toBe(true);
  expect(optics.isSeen(live, sight, lying)).toBe(false);
  expect(optics.isSeen(live, optics.jumped(sight, scene, lying, [live]), lying)).toBe(true);
});

test("an overview fills the stage as far as it does at rest", () => {
  const rest = { x: 500, y: 0, width: 1, height: 800 };
  expect(optics.filling({ ...scene, rest }, space)).toBeCloseTo(440 / 800);
  expect(optics.filling(scene, space)).toBeCloseTo(0.36);
  const near = { x: 500, y: 400, width: 50, height: 50 };
  expect(optics.filling({ ...scene, rest: near }, space)).toBeCloseTo(440 / 800);
});
