import { expect, test } from "vitest";
import { saidOf } from "./advice";

const reasons = ["+5: a queen", "She begins next", "But: two soldiers are gone"];

test("where there is little room, what speaks against an action is told all the same", () => {
  expect(saidOf(reasons, true)).toEqual(reasons);
  expect(saidOf(reasons, false)).toEqual([reasons[0], reasons[2]]);
  expect(saidOf(reasons.slice(1), false)).toEqual(reasons.slice(1));
  expect(saidOf([], false)).toEqual([]);
});
