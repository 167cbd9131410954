import { expect, test } from "vitest";
import { linked, read, unlinked, written } from "./lines";

const LINE = {
  at: 17,
  moves: [
    { seat: 0, code: 3 },
    { seat: 1, code: 70_000 },
  ],
};

test("a line is read as it was written", () => {
  expect(written(LINE)).toBe("h-03-11i0g");
  expect(read(written(LINE))).toEqual(LINE);
  expect(read("h")).toEqual({ at: 17, moves: [] });
});

test.each(["", "-", "h-", "h-0", "h--03", "H-03", "h 03", "h-03-", "ä-03"])(
  "%s is no line",
  (text) => expect(read(text)).toBeNull(),
);

test("a link tells the whole line", () => {
  expect(unlinked(linked(LINE))).toEqual({ ...LINE, isWhole: true });
});

test("a link that was cut short tells what is left, and that it was", () => {
  const whole = linked(LINE);
  for (let length = 0; length < whole.length; length += 1) {
    const found = unlinked(whole.slice(0, length));
    if (!found) continue;
    expect(found.isWhole).toBe(false);
    expect(LINE.moves.slice(0, found.moves.length)).toEqual(found.moves);
  }
  expect(unlinked(whole.slice(0, -1))?.moves).toHaveLength(1);
});

test.each(["", "x", ".", "7.", "1.h-03", "a.?", "%"])("%s is no link", (text) => {
  expect(unlinked(text)?.isWhole ?? false).toBe(false);
});
