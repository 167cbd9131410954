import { expect, test } from "vitest";
import { gameNames, aboutOf } from "../games";
import { countsOf } from "./counts";

test("a game is found for as many as may play it by its usual rules", () => {
  expect(countsOf("pebbles", { fewest: 1, most: 9 })).toEqual([2, 3, 4, 5, 6]);
  expect(countsOf("pebbles", { fewest: 3, most: 4 })).toEqual([3, 4]);
  expect(countsOf("pebbles", { fewest: 1, most: 1 })).toEqual([]);
});

test("numbers of players that need a choice of rules are left out", () => {
  const unusual = gameNames().flatMap((game) =>
    Object.keys(aboutOf(game)?.byPlayers ?? {}).map((count) => [game, Number(count)] as const),
  );
  expect(unusual.length).toBeGreaterThan(0);
  for (const [game, count] of unusual)
    expect(countsOf(game, { fewest: 2, most: 6 })).not.toContain(count);
});
