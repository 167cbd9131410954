import { expect, test } from "vitest";
import { signed, withNames } from "./signs";

const phrases = {
  "counts.soldiers": ["{n} soldier", "{n} soldiers"],
  "counts.larvae": ["{n} larva", "{n} larvae"],
  "tiles.nurse": "the nurse with {eggs}",
  "past.names.spider": "a spider",
  "names.queen": "queen",
  "counts.score": ["{n} point", "{n} points"],
};
const drawn = (words: string) =>
  signed(words, phrases).map(({ text, icon }) => (icon ? `<${icon}>${text}` : text));

test("what is called as a drawing has it before it", () => {
  expect(drawn("took the nurse with 2 eggs for 12 soldiers")).toEqual([
    "took ",
    "<nurse>the nurse with 2 eggs for ",
    "<soldier>12 soldiers",
  ]);
  expect(drawn("hunted a spider: 3 larvae")).toEqual([
    "hunted ",
    "<spider>a spider: ",
    "<larva>3 larvae",
  ]);
});

test("no line ends between a bracket and a drawing", () => {
  expect(drawn("a tile (3 larvae)")).toEqual(["a tile (\u2060", "<larva>3 larvae)"]);
});

test("nothing else has one, and no word is lost", () => {
  expect(drawn("a spiderweb, 4 points, the queen")).toEqual(["a spiderweb, 4 points, the queen"]);
  expect(signed("all of it", {})).toEqual([{ text: "all of it", icon: null }]);
});

test("seats are told by their names", () => {
  const names = ["Ada", "Ben"];
  const told = (words: string, phrase?: string) =>
    withNames(words, { "names.seat": phrase }, (seat) => names[seat]!);
  expect(told("gave the marker to seat 2, anthill b", "seat {n}")).toBe(
    "gave the marker to Ben, anthill b",
  );
  expect(told("a donné le jeton à la place 1", "la place {n}")).toBe("a donné le jeton à Ada");
  expect(told("to seat 2")).toBe("to seat 2");
});
