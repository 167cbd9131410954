import { expect, test } from "vitest";
import en from "../words/en.json";
import { chosenAs, CLOCKS, clockOf } from "./clocks";

test("what is chosen is what the server is asked for", () => {
  expect(clockOf(chosenAs("game", 1800))).toEqual({ per: "game", seconds: 1800, then: "bot" });
  expect(clockOf("")).toBeNull();
});

test("every time that is offered has words", () => {
  for (const seconds of Object.values(CLOCKS).flat()) expect(en).toHaveProperty(`time_${seconds}`);
});
