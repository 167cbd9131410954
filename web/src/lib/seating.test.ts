import { expect, test } from "vitest";
import { asked, resized, swapped, usualPlaces } from "./seating";

test("me first, bots behind", () => {
  expect(asked(usualPlaces(3, "easy"))).toEqual([
    { kind: "me" },
    { kind: "bot", level: "easy" },
    { kind: "bot", level: "easy" },
  ]);
});

test("more seats are bots, fewer lose the last", () => {
  const two = usualPlaces(2, "easy");
  const three = resized(two, 3, "hard");
  expect(three.slice(0, 2)).toEqual(two);
  expect(asked(three)[2]).toEqual({ kind: "bot", level: "hard" });
  expect(resized(three, 1, "hard")).toEqual([two[0]]);
});

test("two seats change places and nobody is lost", () => {
  const places = usualPlaces(3, "easy");
  expect(swapped(places, 0, 2)).toEqual([places[2], places[1], places[0]]);
});

test("friends are followed by friends", () => {
  const friends = usualPlaces(2, "easy", "open");
  expect(asked(resized(friends, 3, "easy"))).toEqual([
    { kind: "me" },
    { kind: "open" },
    { kind: "open" },
  ]);
});
