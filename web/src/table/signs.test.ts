import { expect, test } from "vitest";
import { signed } from "./signs";

const phrases = {
  "counts.soldiers": ["{n} soldier", "{n} soldiers"],
  "counts.larvae": ["{n} larva", "{n} larvae"],
  "past.tiles.nurse": "the nurse with {eggs}",
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

test("nothing else has one, and no word is lost", () => {
  expect(drawn("a spiderweb, 4 points, the queen")).toEqual(["a spiderweb, 4 points, the queen"]);
  expect(signed("all of it", {})).toEqual([{ text: "all of it", icon: null }]);
});
