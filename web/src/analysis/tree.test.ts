import { expect, test } from "vitest";
import { lineTo, pathTo, Tree } from "./tree";

const LINES = ["4-03-1a", "4-03-1b-0c", "2-11"];

function grown(): Tree {
  const tree = new Tree();
  tree.take(LINES);
  return tree;
}

test("lines that begin alike share their twigs", () => {
  const tree = grown();
  expect(tree.roots.map(({ at }) => at)).toEqual([4, 2]);
  expect(tree.roots[0]!.next.map(({ code }) => code)).toEqual([10, 11]);
  expect(tree.lines).toEqual(LINES);
});

test("the same line twice grows once", () => {
  const tree = grown();
  const last = tree.grow({ at: 2, moves: [{ seat: 1, code: 1 }] })!;
  expect(last).toBe(tree.roots[1]);
  expect(tree.lines).toEqual(LINES);
});

test("a line can be followed back", () => {
  const tree = grown();
  const end = tree.roots[0]!.next[1]!.next[0]!;
  expect(pathTo(end).map(({ code }) => code)).toEqual([3, 11, 12]);
  expect(lineTo(end)).toEqual({
    at: 4,
    moves: [3, 11, 12].map((code, number) => ({ seat: number % 2, code })),
  });
});

test("what grows on a twig goes with it", () => {
  const tree = grown();
  tree.cut(tree.roots[0]!.next[1]!);
  expect(tree.lines).toEqual(["4-03-1a", "2-11"]);
  tree.cut(tree.roots[0]!);
  expect(tree.lines).toEqual(["2-11"]);
});

test("rows run on, and what leaves them stands further in", () => {
  const rows = grown().rows.map(({ depth, twigs }) => [depth, ...twigs.map(({ code }) => code)]);
  expect(rows).toEqual([
    [0, 1],
    [0, 3, 10],
    [1, 11, 12],
  ]);
});

test("what is no line is left out", () => {
  const tree = new Tree();
  tree.take(["", "nonsense!", "4-03"]);
  expect(tree.lines).toEqual(["4-03"]);
});
