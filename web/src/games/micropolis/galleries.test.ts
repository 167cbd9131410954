import { expect, test } from "vitest";
import set from "../../../../src/formicarium/games/micropolis/components/tiles.json";
import { contentsOf, galleriesOf } from "./galleries";
// Anthills of random games: [span, ants, queens, kinds, gifts] of each gallery, as the engine tells
import played from "./galleries.test.json";
import { ringOf, slotAt, type Anthill, type Tile } from "./view";

const tiles = new Map((set.tiles as Tile[]).map((tile) => [tile.id, tile]));

const anthill = (tiles: number[], lefts: number): Anthill => ({
  army: 5,
  tokens: 0,
  manned: [],
  tiles,
  lefts,
});
const ring = (tiles_: number[], lefts: number) =>
  ringOf(anthill(tiles_, lefts)).map((id) => tiles.get(id) ?? null);

test.each(played)(
  "galleries hang together as the engine says, in its order: $tiles",
  ({ tiles, lefts, galleries }) => {
    const here = ring(tiles, lefts);
    const seen = galleriesOf(here).map((gallery) => {
      const { span, ants, queens, fruits } = contentsOf(here, gallery);
      const kinds = new Set(fruits.filter((fruit) => fruit !== "gift"));
      return [span, ants, queens, kinds.size, fruits.filter((fruit) => fruit === "gift").length];
    });
    expect(seen).toEqual(galleries);
  },
);

test("an open ring does not join at its ends, a closed one does", () => {
  const straight = [60, 61, 7, 10, 12, 25, 36, 31, 45];
  expect(galleriesOf(ring(straight, 0))).toHaveLength(2);
  const closed = galleriesOf(ring([...straight, 57], 0));
  expect(closed).toHaveLength(1);
  expect(closed[0]!.slots.size).toBe(10);
});

test("tiles are put at the ends of the chain", () => {
  expect(ringOf(anthill([5, 6, 7], 1))).toEqual([6, 7, 0, 0, 0, 0, 0, 0, 0, 5]);
  expect(slotAt(anthill([5, 6, 7], 1), "left")).toBe(8);
  expect(slotAt(anthill([5, 6, 7], 1), "right")).toBe(2);
});
