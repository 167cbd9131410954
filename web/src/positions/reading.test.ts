import { expect, test } from "vitest";
import { gameOf, read, written } from "./reading";

test("a position names its game, players and options, or leaves them out", () => {
  const position = { game: "pebbles", players: 3, options: { reveal: "apart" }, year: 2 };
  expect(read(JSON.stringify(position))).toEqual({
    position,
    players: 3,
    options: { reveal: "apart" },
  });
  expect(gameOf(position)).toBe("pebbles");
  expect(read("{}")).toEqual({ position: {} });
});

test("what does not fit is left to the rules, which say what is wrong", () => {
  expect(read('{"players": "two", "options": {"reveal": 1}}')).toEqual({
    position: { players: "two", options: { reveal: 1 } },
  });
});

test.each(["", "{", "[1]", "7", "null"])("%j is no position", (text) => {
  expect(() => read(text)).toThrow(SyntaxError);
});

test("what is written down is read again", () => {
  const position = { game: "pebbles", seats: [{ larvae: 1 }, { larvae: 2 }] };
  expect(written(position).split("\n")).toHaveLength(4);
  expect(read(written(position)).position).toEqual(position);
});
