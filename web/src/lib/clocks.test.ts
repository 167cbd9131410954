import { expect, test } from "vitest";
import en from "../words/en.json";
import { chosenAs, CLOCKS, clockOf, ENDS, paceOf, PACES, PATIENCES } from "./clocks";

test("what is chosen is what the server is asked for", () => {
  expect(clockOf(chosenAs("game", 1800))).toEqual({ per: "game", seconds: 1800, then: "bot" });
  expect(clockOf("")).toBeNull();
  expect(clockOf("decision 60 resign")?.then).toBe("resign");
});

test("every time that is offered has words", () => {
  const times = [...Object.values(CLOCKS).flat(), ...PATIENCES];
  for (const seconds of times) expect(en).toHaveProperty(`time_${seconds}`);
  for (const then of ENDS) expect(en).toHaveProperty(`then_${then}`);
});

test("what is chosen first of a pace is of that pace", () => {
  for (const [pace, choice] of Object.entries(PACES)) expect(paceOf(clockOf(choice))).toBe(pace);
});
