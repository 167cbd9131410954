import { expect, test } from "vitest";
import { accuracies, markOf, MARKS, type Moment } from "./marks";

const moment = (seat: number, loss: number, free = true): Moment => ({
  ...{ number: 1, seat, before: [], after: [], loss, free },
  ...{ better: null, better_words: null, good: [] },
});

test("a decision is marked by what it gave away", () => {
  expect(markOf(0)).toBeUndefined();
  expect(markOf(MARKS.inaccuracy)).toBe("inaccuracy");
  expect(markOf(MARKS.mistake)).toBe("mistake");
  expect(markOf(MARKS.blunder)).toBe("blunder");
});

test("accuracy is the mean over what was free to decide", () => {
  const moments = [moment(0, 0), moment(0, MARKS.halves), moment(0, 1, false), moment(1, 0, false)];
  expect(accuracies(moments, 2)).toEqual([0.75, null]);
});
