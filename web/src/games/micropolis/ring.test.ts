import { expect, test } from "vitest";
import set from "../../../../src/formicarium/games/micropolis/components/tiles.json";
import { HUB, ITEM, RIM, point, posts, shapeOf, turned } from "./ring";
import { thingsOf, type Tile } from "./view";

const tiles = set.tiles as Tile[];
const distance = (a: { x: number; y: number }, b: { x: number; y: number }) =>
  Math.hypot(a.x - b.x, a.y - b.y);

test("neighbours share their side", () => {
  for (const v of [0, 0.36, 0.8, 1]) {
    expect(distance(turned({ u: 1, v }, 3), turned({ u: -1, v }, 4))).toBeCloseTo(0);
  }
});

test("galleries begin where the openings of the next tile lie", () => {
  const start = (port: "LO" | "RO") =>
    shapeOf({ ports: [port] }, 0)
      .ways[0]!.slice(1)
      .split("L")[0]!
      .split(" ")
      .map(Number) as [number, number];
  const [left, right] = [start("LO"), start("RO")];
  expect(left[0]).toBeCloseTo(-right[0]);
  expect(left[1]).toBeCloseTo(right[1]);
});

test.each(tiles)(
  "everything on tile $id has its place, and nothing covers anything else",
  (tile) => {
    const items = tile.segments.flatMap((segment) => {
      const things = thingsOf(segment).length;
      const shape = shapeOf(segment, things);
      expect(shape.items).toHaveLength(things);
      return shape.items;
    });
    items.push(...posts(tile.barracks ?? 0));
    const edge = point({ u: 1, v: 0 });
    for (const [n, item] of items.entries()) {
      expect(Math.hypot(item.x, item.y)).toBeLessThan(RIM - ITEM / 2 + 4);
      expect(Math.hypot(item.x, item.y)).toBeGreaterThan(HUB + 8);
      expect(Math.abs(item.x / item.y)).toBeLessThan(Math.abs(edge.x / edge.y));
      for (const other of items.slice(n + 1)) expect(distance(item, other)).toBeGreaterThan(12);
    }
  },
);
