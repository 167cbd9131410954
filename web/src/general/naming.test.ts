import { expect, test } from "vitest";
import { sayer } from "./naming";

const say = sayer(
  {
    title: "Pebbles",
    "actions.pile": "Take from the pile",
    "categories.royal": "Queens",
    "colours.yellow": "yellow",
    "counts.soldiers": ["{n} soldier", "{n} soldiers"],
    "fields.stones": "Pebbles in the heap",
    "names.stones": "stones",
    "ants.yellow": "yellow ants",
    "seasons.spring": "Spring",
    "names.seat": "seat {n}",
  },
  (word) => (word === "phase" ? "Phase" : undefined),
);

test("a field is called as the game calls it", () => {
  expect(say("stones")).toBe("Pebbles in the heap");
  expect(say("royal")).toBe("Queens");
  expect(say("soldiers")).toBe("soldiers");
});

test("what stands in a field is called as that field has it", () => {
  expect(say("yellow", "ants")).toBe("yellow ants");
  expect(say("yellow", "box")).toBe("yellow");
  expect(say("spring", "season")).toBe("Spring");
});

test("what the game has no name for is called as usual, or by its own name", () => {
  expect(say("phase")).toBe("Phase");
  expect(say("pile_length")).toBe("pile length");
  expect(say("pile")).toBe("pile"); // a sentence is no name
  expect(say("seat")).toBe("seat"); // nor is what has gaps
});
