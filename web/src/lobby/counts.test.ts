import { expect, test } from "vitest";
import type { GameEntry } from "../lib/api";
import { countsOf } from "./counts";

const counts = (fewest: number, most: number, by_players = {}): number[] =>
  countsOf({
    players: { fewest, most, usual: fewest },
    facts: { by_players } as GameEntry["facts"],
  });

test("a game is found for as many as may play it by its usual rules", () => {
  expect(counts(1, 9)).toEqual([2, 3, 4, 5, 6]);
  expect(counts(3, 4)).toEqual([3, 4]);
  expect(counts(1, 1)).toEqual([]);
});

test("numbers of players that need a choice of rules are left out", () => {
  expect(counts(2, 4, { 2: { variant: "for two" } })).toEqual([3, 4]);
});
