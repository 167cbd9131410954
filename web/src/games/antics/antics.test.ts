import { describe, expect, it } from "vitest";
import { needed } from "../../ui/optics";
import {
  along,
  antsOn,
  curveOf,
  FOOD,
  frame,
  growth,
  loadsOn,
  numberAt,
  PAWN,
  standing,
} from "./forest";
import { coveredAt, extent, outline, rim, SIDE, spotAt, stacks, top } from "./hill";
import { byPlace, meantByField, meantByHex, meantByPath, placeOf } from "./moves";
import type { View, BoardParts, Colony, Hex, TileParts } from "./view";

const base: TileParts["base"] = [
  [
    [0, 0, "build"],
    [1, 0, "scout"],
  ],
  [
    [2, 0, "ants"],
    [1, 1, "hatch"],
  ],
  [
    [0, 2, "transport"],
    [0, 1, "build"],
  ],
];
const hexes: Hex[] = [
  { hex: 1, at: [0, 0], level: 1, symbol: "build", mate: "e" },
  { hex: 2, at: [1, 0], level: 2, symbol: "scout", mate: "se" },
];
const board: BoardParts = {
  nests: [{ nest: "flower", at: [300, 400] }],
  anteaters: [],
  clearings: [
    { id: 0, at: [0, 0], great_anthill: true },
    { id: 1, at: [300, 0] },
    { id: 2, at: [300, 200], prey: "beetle" },
  ],
  paths: [
    { id: 1, ends: [0, 1], terrain: "flower" },
    { id: 2, ends: [1, 2], terrain: "soil" },
  ],
  gorge: [0, 2],
};
const colony = (fields: Partial<Colony>): Colony => ({
  hill: [],
  tiles: [],
  nests: {},
  workers: [],
  soldiers: [],
  carrying: [],
  stored: {},
  waiting: [],
  green: 0,
  brown: 0,
  ants: 11,
  levels: [],
  hexes,
  ...fields,
});
const view = {
  phase: "ants",
  colonies: [
    colony({ workers: [1], carrying: ["beetle 2"] }),
    colony({ carrying: ["ladybird gorge", "green 1"] }),
  ],
} as unknown as View;

describe("hills", () => {
  it("stacks tiles as they were laid", () => {
    const all = stacks(base, ["scout+hatch 1,0 se", "ants+fungus 1,0 w"]);
    expect(all.get("1,0")).toEqual(["scout", "scout", "ants"]);
    expect(coveredAt(all, [1, 0])).toEqual(["scout", "scout"]);
    expect(all.get("1,1")).toEqual(["hatch", "hatch"]);
    expect(coveredAt(all, [0, 2])).toEqual([]);
  });
  it("finds where a tile would lie", () => {
    expect(spotAt(hexes, "2")).toEqual({ at: [1, 0], level: 3 });
    expect(spotAt(hexes, "2 se")).toEqual({ at: [1, 1], level: 1 });
    expect(spotAt(hexes, "9")).toBeNull();
  });
  it("lifts what is higher", () => expect(top([0, 0], 3)[1]).toBeLessThan(top([0, 0], 2)[1]));
  it("leaves the edge to the other half open", () => {
    expect(outline().match(/L/g)).toHaveLength(5);
    expect(rim("e").match(/L/g)).toHaveLength(5);
    expect(rim("e")).not.toBe(rim("w"));
  });
  const cells = hexes.map((hex) => hex.at);
  it("measures with room for what can be built", () => {
    expect(extent(cells, 1).width).toBeGreaterThan(extent(cells, 0).width + 3 * SIDE);
  });
});

describe("the forest", () => {
  it("draws paths between the edges of clearings", () => {
    const curve = curveOf(board, 1);
    expect(curve.from[0]).toBeCloseTo(54);
    expect(curve.to[0]).toBeCloseTo(278);
    expect(along(curve, 0).at).toEqual(curve.from);
  });
  it("lets ants of different seats stand apart", () => {
    for (const path of [1, 2, "gorge"] as const) {
      const places = [0, 1, 2, 3].map((seat) => standing(curveOf(board, path), seat, 4).at);
      for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1))
          expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeGreaterThan(PAWN);
      }
    }
  });
  it("writes no number of a path on an ant or on what it carries", () => {
    const crowd = {
      players: 4,
      colonies: [0, 1, 2, 3].map(() =>
        colony({ workers: [1, 2], soldiers: [1], carrying: ["beetle 1", "green 2"] }),
      ),
    } as unknown as View;
    const busy = [...antsOn(board, crowd), ...loadsOn(board, crowd)];
    expect(busy).toHaveLength(20);
    for (const path of [1, 2] as const) {
      const rooms = busy.map(({ at }) => ({ at, room: 2 * PAWN }));
      const [x, y] = numberAt(curveOf(board, path), rooms);
      const nearest = Math.min(...busy.map(({ at }) => Math.hypot(at[0] - x, at[1] - y)));
      expect(nearest).toBeGreaterThan(1.6 * PAWN);
    }
  });
  it("makes the stage come near enough to see food that can be chosen", () => {
    const [box, icon] = [{ x: 0, y: 0, width: 2 * FOOD, height: 2 * FOOD }, 34];
    expect(needed([{ ...box, side: 2 * FOOD }]) * icon).toBeGreaterThanOrEqual(24);
  });
  it("frames all clearings and nests, and keeps them free of plants", () => {
    const { x, y, width, height } = frame(board);
    expect([x, y]).toEqual([-68, -68]);
    expect(y + height).toBeGreaterThan(440);
    expect(growth(board).every(({ at }) => Math.hypot(...at) > 58 && at[0] < x + width)).toBe(true);
  });
});

describe("places of actions", () => {
  it.each([
    ["use 4", "hex 4"],
    ["store 4", "hex 4"],
    ["hex 4", "hex 4"],
    ["hex 4 se", "ground 4 se"],
    ["lay e swapped", "way e"],
    ["take 1a", "field 1a"],
    ["return scout+hatch", "tile scout+hatch"],
    ["leave red", "nest red"],
    ["secure gorge", "path gorge"],
    ["bridge", "path gorge"],
    ["to 5", "path 5"],
    ["load 13", "clearing 13"],
    ["carry beetle", "path 2"],
    ["carry green 7", "path 7"],
    ["steal 2 ladybird", "path gorge"],
    ["steal 2 green 1", "path 1"],
    ["carry butterfly", null],
    ["hero scout", "hero"],
    ["home", "home"],
    ["anteater red", "anteater red"],
  ])("%s: %s", (text, place) => expect(placeOf(text, view, 0)).toBe(place));

  it("gathers what one place can mean", () => {
    const actions = ["hero scout", "hero build", "end"].map((text, code) => ({
      code,
      text,
      words: text,
    }));
    expect(byPlace(actions, view, 0).get("hero")).toHaveLength(2);
  });
  it("knows what was meant", () => {
    expect(meantByPath(view, 0, 1)).toBe("recall 1");
    expect(meantByPath(view, 0, 2)).toBe("place 2");
    expect(meantByPath(view, 0, "gorge")).toBe("bridge");
    expect(meantByHex({ ...view, phase: "store" }, 3)).toBe("store 3");
    expect(meantByHex(view, 3)).toBe("use 3");
    expect(meantByField(2, "b")).toBe("take 2b");
    expect(meantByField(6, "a")).toBeUndefined();
  });
});
