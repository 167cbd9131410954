import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Line } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { home, joins, motions, movers } from "./motions";
import { CODES, type Kind, type View } from "./schema";
import { THINGS } from "./things";
import { ANTS, COLOURS, ENDS, FRIENDS } from "./view";

const COMPONENTS = "../src/formicarium/games/minicity/components";
const read = (name: string) => JSON.parse(readFileSync(`${COMPONENTS}/${name}.json`, "utf8"));
const desk = {
  seat: 0,
  looking: 0,
  facts: { components: { "minicity/board": read("board"), "minicity/cards": read("cards") } },
} as unknown as Desk;

const stones = (counts = {}) => ({ yellow: 1, orange: 1, blue: 2, green: 1, pink: 1, ...counts });
const seat = (more = {}) => ({
  hand: "rgvb",
  box: stones(),
  reserve: stones({ yellow: 3 }),
  cards: 4,
  points: 9,
  friends: ["stick", "ladybird"],
  ...more,
});
const other = (more = {}) => seat({ hand: null, friends: ["rhino"], ...more });
const view = (more = {}): View =>
  ({
    players: 2,
    options: {},
    phase: "play",
    to_act: [0],
    ants: { red: 3, grey: 19, yellow: 25, violet: 44, black: 46 },
    stored: { "39": 2, "16": 1 },
    north: "....rrg.....",
    south: "............",
    discard: "",
    seats: [seat(), other()],
    market: { snail: 1 },
    ...more,
  }) as unknown as View;

interface Sample {
  code: number;
  before?: View;
  after: View;
  /** The things that move, in their order. */
  moved: string[];
}

const play = (ant: string, end: string) =>
  CODES.play + ANTS.indexOf(ant as never) * ENDS.length + ENDS.indexOf(end as never);
const stock = (colour: string) => CODES.stock + COLOURS.indexOf(colour as never);

const SAMPLES: Record<Kind, Sample> = {
  play: {
    code: play("red", "nw"),
    after: view({
      phase: "move",
      card: "nw",
      north: "...rrrg.....",
      seats: [seat({ cards: 3, hand: "gvb" })],
    }),
    moved: ["laid north 4", "laid north 4", "laid north 5", "laid north 6"],
  },
  stick: {
    code: CODES.stick + 1,
    after: view({ phase: "stick", as: "grey" }),
    moved: ["friend 0 stick 0"],
  },
  finish: {
    code: CODES.finish,
    before: view({ seats: [seat({ cards: 2, hand: "rg" }), other()] }),
    after: view({ to_act: [1], seats: [seat(), other({ points: 10 })] }),
    moved: ["card 0 2", "card 0 3", "points 1"],
  },
  go: {
    code: CODES.go + 9 - 1,
    before: view({ phase: "move", card: "nw", as: "red" }),
    after: view({ phase: "unload", chamber: 9, ants: { ...view().ants, red: 9 } }),
    moved: ["ant red", "laid north 5"],
  },
  stay: {
    code: CODES.stay,
    before: view({ phase: "move", card: "nw" }),
    after: view(),
    moved: ["ant red"],
  },
  unload: {
    code: CODES.unload + 2,
    before: view({ phase: "unload", chamber: 39, north: "rgvbygr....." }),
    after: view({
      stored: { "39": 4 },
      north: ".....vb.....",
      seats: [seat({ box: stones({ blue: 0 }) })],
    }),
    moved: ["stored 39 2", "stored 39 3"]
      .concat([1, 2, 3, 4, 5].map((field) => `laid north ${field}`))
      .concat(["laid north 6", "laid north 7"]),
  },
  stock: {
    code: stock("yellow"),
    before: view({ phase: "refill" }),
    after: view({
      to_act: [1],
      seats: [seat({ box: stones({ yellow: 3 }), reserve: stones({ yellow: 1 }) }), other()],
    }),
    moved: ["stone 0 yellow 1", "stone 0 yellow 2"],
  },
  leave: {
    code: CODES.leave,
    before: view({ phase: "hop", north: "rgvbygr....." }),
    after: view({ north: ".....vb....." }),
    moved: [1, 2, 3, 4, 5, 6, 7].map((field) => `laid north ${field}`),
  },
  buy: {
    code: CODES.buy + FRIENDS.indexOf("snail"),
    after: view({ seats: [seat({ points: 4, friends: ["stick", "ladybird", "snail"] }), other()] }),
    moved: ["friend 0 snail 2"],
  },
  ladybird: {
    code: CODES.ladybird + 39 - 1,
    after: view({ phase: "ladybird", source: 39, carried: 0 }),
    moved: ["chamber 39"],
  },
  carry: {
    code: CODES.carry + 16 - 1,
    before: view({ phase: "ladybird", source: 39, carried: 0 }),
    after: view({ phase: "ladybird", source: 39, carried: 1, stored: { "39": 1, "16": 2 } }),
    moved: ["stored 16 1"],
  },
  done: {
    code: CODES.done,
    before: view({ phase: "ladybird", source: 39, carried: 1 }),
    after: view(),
    moved: [], // she has carried before: each stone was seen
  },
  dragonfly: {
    code: CODES.dragonfly,
    after: view({ ants: { ...view().ants, red: 19, grey: 3 } }),
    moved: ["ant red", "ant grey"],
  },
  bumblebee: {
    code: CODES.bumblebee + 4,
    after: view({
      seats: [
        seat({ box: stones({ yellow: 0, pink: 2 }), reserve: stones({ yellow: 4, pink: 0 }) }),
        other(),
      ],
    }),
    moved: ["stone 0 yellow 0", "stone 0 pink 1"],
  },
};

const line = (code: number | undefined, who = 0): Line =>
  ({ version: 1, kind: "played", at: 0, seat: who, code }) as Line;

describe("what moves", () => {
  it("is said of every kind of action", () => {
    expect(Object.keys(movers).sort()).toEqual(Object.keys(CODES).sort());
  });

  it.each(Object.entries(SAMPLES))("%s", (_, { code, before = view(), after, moved }) => {
    const all = motions(before, after, line(code), desk);
    expect(all.map(({ thing }) => thing)).toEqual(moved);
    for (const { thing, from = thing, to = thing, via = [] } of all)
      for (const name of [thing, from, to, ...via])
        expect(Object.keys(THINGS)).toContain(name.split(" ")[0]);
  });

  it("goes from chamber to chamber", () => {
    const { code, before, after } = SAMPLES.go;
    const [walk] = motions(before!, after, line(code), desk);
    expect(walk!.via).toEqual(["chamber 4"]);
    expect(walk!.ms).toBe(440);
  });

  it("shows points where nothing was unloaded, and whom they belong to", () => {
    const [glow] = motions(
      view({ phase: "unload", chamber: 39 }),
      view({ seats: [seat({ points: 15 }), other()] }),
      line(CODES.unload),
      desk,
    );
    expect(glow).toMatchObject({ thing: "chamber 39", gain: { n: 6, icon: "friend" } });
  });

  it("tells of a card that another lays face down, and not which", () => {
    const before = view({ phase: "stick", as: "grey", to_act: [1] });
    const after = view({
      phase: "move",
      as: "grey",
      card: "ne",
      north: "....rrg?....",
      to_act: [1],
    });
    const [card, ...run] = motions(before, after, line(undefined, 1), desk);
    expect(card).toMatchObject({ thing: "laid north 8", from: "hand 1" });
    expect(run.map(({ thing }) => thing)).toEqual(["laid north 8", "laid north 7"]);
  });

  it("looks for things of others at their chips", () => {
    expect(home(desk, "stone 2 blue 1")).toEqual({ thing: "box 2", seat: 2 });
    expect(home(desk, "hand 1")).toEqual({ seat: 1 });
    expect(home(desk, "chamber 3")).toEqual({ place: "hill" });
    expect(home(desk, "stored 3 1")).toEqual({ thing: "chamber 3", place: "hill" });
    expect(home(desk, "pile")).toBeNull();
  });
});

describe("one sentence", () => {
  const said = (...codes: (number | undefined)[]) => {
    const lines = codes.map((code) => line(code));
    return joins(lines.at(-1)!, lines.slice(0, -1));
  };

  it("is a card with its way and what was unloaded", () => {
    expect(said(play("red", "nw"), CODES.go)).toBe("and");
    expect(said(play("red", "nw"), CODES.go, CODES.unload + 1)).toBe("and");
    expect(said(CODES.stick, undefined)).toBe("and");
    expect(said(play("red", "nw"), CODES.go, play("red", "nw"))).toBeNull();
  });

  it("is a box that is refilled", () => {
    expect(said(CODES.finish, stock("blue"))).toBe("and");
    expect(said(stock("blue"), stock("pink"))).toBe("and");
    expect(said(CODES.unload, stock("pink"))).toBeNull();
  });
});
