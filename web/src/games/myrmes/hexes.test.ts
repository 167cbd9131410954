import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extent, garden, named, neighbours, outline, place, rim, SHAPES, SIDE } from "./hexes";
import { price, reach } from "./reach";
import type { BoardFile, View, PiecesFile } from "./view";

const file = <T>(name: string) =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../src/formicarium/games/myrmes/components/${name}.json`, import.meta.url),
      "utf8",
    ),
  ) as T;
const board = file<BoardFile>("board");
const pieces = file<PiecesFile>("pieces");

describe("the garden", () => {
  it.each([
    [4, {}, 151],
    [3, {}, 118],
    [2, {}, 82],
    [2, { two_player_area: "narrow" }, 60],
  ])("has for %i players with %o %i hexes", (players, options, count) => {
    expect(garden(board, players, options).size).toBe(count);
  });

  it("knows the neighbours of the rules' examples", () => {
    expect(neighbours("d4").sort()).toEqual(["c3", "c4", "d3", "d5", "e3", "e4"]);
    expect(neighbours("e4").sort()).toEqual(["d4", "d5", "e3", "e5", "f4", "f5"]);
  });

  it("lays neighbours at the same distance", () => {
    const at = place("j7");
    for (const other of neighbours("j7").map(place))
      expect(Math.hypot(at.x - other.x, at.y - other.y)).toBeCloseTo(Math.sqrt(3) * SIDE);
  });

  it("is thirteen hexes wide", () => {
    expect(extent(garden(board, 4, {}).values(), 0).width).toBeCloseTo(13 * Math.sqrt(3) * SIDE);
  });
});

describe("outlines", () => {
  it.each(
    Object.entries({
      pair: 10,
      line: 14,
      triangle: 12,
      rhombus: 14,
      pistol: 16,
      trapezoid: 16,
      pyramid: 18,
    }),
  )("of a %s have %i corners", (form, count) => {
    expect(rim(SHAPES[form]!)).toHaveLength(count);
  });

  it("drawn inwards stay inside", () => {
    const xs = outline(["h4"], 4)
      .match(/[\d.]+ [\d.]+/g)!
      .map((pair) => Number(pair.split(" ")[0]));
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(Math.sqrt(3) * SIDE - 8, 1);
  });
});

it("tells places from other notations", () => {
  expect(named("j4 k4")).toEqual(["j4", "k4"]);
  expect(named("room 0")).toEqual([]);
  expect(named("done")).toEqual([]);
});

describe("reach", () => {
  const hexes = garden(board, 4, {});
  const view = (changed: Partial<View>, soldiers = 0) =>
    ({
      prey: {},
      tiles: [],
      seats: [
        { soldiers, tunnels: ["d4"] },
        { soldiers: 0, tunnels: ["d10"] },
      ],
      ...changed,
    }) as unknown as View;

  it("counts steps around water", () => {
    const found = reach(view({}), pieces, hexes, 0, "d4", 3);
    expect(found.get("e4")).toMatchObject({ cost: 1, path: ["e4"] });
    expect(found.get("e5")).toMatchObject({ cost: 2, soldiers: 0 });
    expect(found.has("e2")).toBe(false);
  });

  it("crosses a whole tile with one point", () => {
    const found = reach(
      view({ tiles: [{ cells: ["e4", "e5"], kind: "pheromone", owner: 0 }] }),
      pieces,
      hexes,
      0,
      "d4",
      2,
    );
    expect(found.get("e5")).toMatchObject({ cost: 1, path: ["e5"] });
    expect(found.get("f6")).toMatchObject({ cost: 2, path: ["e4", "f6"] });
  });

  it("asks soldiers for prey and what is foreign, and goes no further there", () => {
    const hunted = view({ prey: { e4: "spider" } }, 2);
    expect(price(hunted, pieces, 0, "e4")).toBe(2);
    expect(reach(hunted, pieces, hexes, 0, "d4", 3).get("e4")).toMatchObject({ soldiers: 2 });
    expect(reach(view({ prey: { e4: "spider" } }, 1), pieces, hexes, 0, "d4", 3).has("e4")).toBe(
      false,
    );
  });
});
