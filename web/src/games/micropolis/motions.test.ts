import { expect, test } from "vitest";
import type { Line } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { home, joins, motions, movers } from "./motions";
import { CODES, type Kind, type View } from "./schema";

const sheet = {
  ...{ population: 0, colony: 0, harvest: 0, royal: 0, red_army: 0, barracks: 0, total: 0 },
};
const anthill = { army: 5, tiles: [7], lefts: 0, manned: [], tokens: 1 };
const before: View = {
  ...{ game: "micropolis", players: 2, options: { variant: "base" }, phase: "take" },
  ...{ leader: 0, anthills: [anthill, anthill], row: [1, 2, 3], soldiers: [0, 1, 2] },
  ...{ reserve: 20, tokens: 2, pile_length: 30, to_act: [0], round: 2, rounds: 10 },
  ...{ points: [sheet, sheet], anthill: 0, tile: 2, slot: 1 },
};
const components = {
  "micropolis/tiles": {
    tiles: [
      { id: 2, segments: [{ ports: ["LO", "RO"], specialist: "nurse", eggs: 2 }] },
      { id: 7, barracks: 3, segments: [{ ports: ["LO", "RO"] }] },
    ],
  },
};
const desk = { facts: { components }, shown: before } as unknown as Desk;
const line = (kind: Kind, number = 0): Line => ({
  ...{ version: 1, kind: "played", seat: 0, at: 0, code: CODES[kind] + number },
});

/** What a step leads to, as far as motions look at it. */
const AFTER: Record<Kind, Partial<View>> = {
  take: { row: [1, 2] },
  take_with_token: { row: [1, 2] },
  place: { anthills: [{ ...anthill, army: 7, tiles: [7, 2] }, anthill] },
  man_yes: {},
  man_no: {},
  garrison: {},
  withdraw: {},
  done: { row: [4, 5, 6] },
  anthill: {},
  lead: { leader: 1 },
};

const moved = (kind: Kind, number = 0) =>
  motions(before, { ...before, ...AFTER[kind] }, line(kind, number), desk);

test("every kind of action moves something, or a text says why not", () => {
  for (const kind of Object.keys(CODES) as Kind[]) {
    const mover = movers[kind];
    if (typeof mover === "string") expect(mover.length).toBeGreaterThan(10);
    else expect(moved(kind), kind).not.toEqual([]);
  }
});

test("a tile that is taken leaves a soldier on each tile before it and brings those on it", () => {
  const found = moved("take", 2);
  expect(found.map(({ from, thing, to }) => [from ?? thing, to])).toEqual([
    ["hub 0", "row 1"],
    ["hub 0", "row 2"],
    ["row 3", "hand"],
    ["row 3", "hub 0"],
  ]);
  expect(found[3]).toMatchObject({ count: 2, gain: { n: 2, icon: "soldier" } });
  expect(moved("take_with_token", 2)[0]).toMatchObject({ icon: "token", to: "tokens" });
});

test("a tile is built in, its galleries light up, its nurse brings soldiers", () => {
  const found = moved("place", 1);
  expect(found[0]).toMatchObject({ kind: "fly", thing: "slot 0 2", from: "hand", gain: {} });
  expect(found.filter(({ kind }) => kind === "glow")).toHaveLength(2);
  expect(found.at(-1)).toMatchObject({ from: "reserve", to: "hub 0", count: 2 });
});

test("new tiles come from the pile, the marker flies", () => {
  expect(moved("done").filter(({ from }) => from === "pile")).toHaveLength(3);
  expect(moved("lead", 1)).toMatchObject([{ thing: "marker", kind: "fly" }]);
});

test("a turn is one sentence", () => {
  const told = (kinds: Kind[]) =>
    kinds.slice(1).map((kind, n) =>
      joins(
        line(kind),
        kinds.slice(0, n + 1).map((one) => line(one)),
      ),
    );
  expect(told(["take", "place", "man_yes", "take"])).toEqual(["and", "and", null]);
  expect(told(["anthill", "take", "place", "garrison", "done", "lead"])).toEqual([
    ...["and", "and", "and", "and", null],
  ]);
});

test("what is out of sight is with its seat", () => {
  expect(home(desk, "slot 1 3")).toEqual({ thing: "anthill 1", place: "all", seat: 1 });
  expect(home(desk, "hand")).toEqual({ thing: "hub 0", seat: 0 });
  expect(home(desk, "pile")).toBeNull();
});
