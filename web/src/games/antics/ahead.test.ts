/** What the page counts ahead, held against what the server allows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { layings, stepsTo, turnsOn } from "./building";
import { pickOf, reach } from "./carrying";
import { knobs } from "./forest";
import positions from "./positions.test.json";
import type { BoardParts, Colony, Hex } from "./view";

const COMPONENTS = "../../../../src/formicarium/games/antics/components";
const board = JSON.parse(
  readFileSync(join(import.meta.dirname, COMPONENTS, "board.json"), "utf8"),
) as BoardParts;

const hexesOf = (rows: unknown[][]) =>
  rows.map(([hex, at, level, symbol, mate]) => ({ hex, at, level, symbol, mate }) as Hex);

describe.each(positions.builds)("building $tile", ({ tile, marked, hexes, stored, legal }) => {
  const colony = { hexes: hexesOf(hexes), stored } as unknown as Colony;
  const found = layings(colony, marked, tile);

  it("finds the spots that the server allows, and every way there", () => {
    const spots = new Set(found.map(({ spot }) => `hex ${spot}`));
    expect([...spots].sort()).toEqual(Object.keys(legal).sort());
    for (const [hex, lays] of Object.entries(legal)) {
      const there = found.filter(({ spot }) => `hex ${spot}` === hex);
      const own = there.map(({ lay }) => lay).sort();
      expect(lays.length ? own : own.length, hex).toEqual(lays.length ? lays : 1);
    }
  });
  it("takes only decisions that are asked for", () => {
    for (const laying of found) {
      const steps = stepsTo("hex", [tile], tile, found, laying);
      const [hex, ...rest] = steps;
      const lays = new Map<string, string[]>(Object.entries(legal)).get(hex!)!;
      expect(rest).toEqual(lays.length ? [laying.lay] : []);
    }
  });
  it("can be turned to every way, with either half first", () => {
    for (const laying of found) {
      for (const half of [0, 1] as const)
        expect(turnsOn(found, laying.cells[half], half)).toContain(laying);
    }
  });
});

describe.each(positions.moves)("carrying on $workers", ({ workers, carrying, picks }) => {
  const colony = { workers, carrying } as unknown as Colony;

  it.each(Object.entries(picks))("%s goes to the next ants as the server says", (text, gives) => {
    const next = reach(board, colony, pickOf(board, colony, text)!, 1);
    const asked = [...next.values()].map((texts) => texts.slice(1).join()).sort();
    expect([...next.values()].every(([first]) => first === text)).toBe(true);
    expect(asked).toEqual(gives.length ? gives : [""]);
  });
  it("goes further with more steps, and never to where it came from", () => {
    for (const text of Object.keys(picks)) {
      const pick = pickOf(board, colony, text)!;
      const [near, far] = [reach(board, colony, pick, 1), reach(board, colony, pick, 5)];
      expect([...far.keys()]).toEqual(expect.arrayContaining([...near.keys()]));
      expect(far.has(pick.path!)).toBe(false);
    }
  });
});

it("carries along a chain, and leaves out what is not asked", () => {
  const chain = { workers: [5, 16], carrying: [] as string[] } as unknown as Colony;
  const found = reach(board, chain, { food: "brown", clearing: 13 }, 3);
  expect(found.get(16)).toEqual(["load 13"]);
  expect(found.get(5)).toEqual(["load 13", "carry brown 16"]);
  expect(found.get("home")).toEqual(["load 13", "carry brown 16", "carry brown 5", "home"]);
});

it("puts a knob on every path, none over another or over food", () => {
  const found = [...knobs(board).values()];
  expect(found).toHaveLength(board.paths.length + 1);
  for (const [index, { at, r }] of found.entries()) {
    expect(r).toBeGreaterThanOrEqual(24);
    for (const other of found.slice(index + 1))
      expect(Math.hypot(at[0] - other.at[0], at[1] - other.at[1])).toBeGreaterThan(r + other.r - 1);
  }
});
