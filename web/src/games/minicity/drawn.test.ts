import { expect, it } from "vitest";
import type { GameModule } from "../contract";
import { deskBefore, stubWindow, thingsDrawn } from "../rendered";
import { THINGS } from "./things";

stubWindow(360, 740);
const game = (await import("./index")) as unknown as GameModule;

const stones = { yellow: 2, orange: 1, blue: 2, green: 1, pink: 1 };
const seat = { hand: "rgvb", box: stones, reserve: stones, cards: 4, points: 9 };
const view = {
  game: "minicity",
  players: 3,
  options: {},
  round: 3,
  to_act: [0],
  ants: { red: 3, grey: 19, yellow: 25, violet: 44, black: 46 },
  stored: { "39": 2, "3": 1 },
  north: "....rrg.....",
  south: ".....vb.....",
  discard: "rgg",
  pile_length: 70,
  limit: 3,
  plays: 1,
  seats: [
    { ...seat, friends: ["snail", "ladybird", "dragonfly"] },
    { ...seat, hand: null, friends: ["rhino"] },
    { ...seat, hand: null, box: null, reserve: null, stocked: 3, friends: [] },
  ],
  market: { snail: 0, rhino: 1, millipede: 2 },
  used: ["dragonfly"],
};
const MOMENTS: Record<string, [string[], object]> = {
  stock: [["stock yellow", "stock pink"], {}],
  play: [["play red nw", "play red ne", "ladybird 39", "buy millipede", "end"], {}],
  stick: [["play red nw", "play grey se"], { as: "violet" }],
  move: [["go 2", "go 8"], { card: "nw", reach: 2 }],
  unload: [["unload 0", "unload 1", "unload 2"], { chamber: 39, room: true }],
  ladybird: [["carry 16", "done"], { source: 39 }],
  refill: [["stock yellow", "leave"], {}],
};
const seen = new Set<string>();

it.each(Object.entries(MOMENTS))("has a card for all that is drawn: %s", async (phase, moment) => {
  const [texts, more] = moment;
  const now = { ...view, phase, ...more };
  const desk = await deskBefore("minicity", game, now, texts, 3);
  const plan = desk.plan as { picked: string | null; page: string };
  for (const [picked, page] of [
    [null, "hand"],
    ["red", "hand"],
    [null, "friends"],
  ] as const) {
    [plan.picked, plan.page] = [picked, page];
    for (const thing of thingsDrawn(desk)) {
      expect(game.about(desk, thing), thing).not.toBeNull();
      seen.add(thing.split(" ")[0]!);
    }
  }
});

it("has drawn one of every kind", () => {
  // Seats are drawn around the board, for every game.
  expect([...seen, "seat"].sort()).toEqual(Object.keys(THINGS).sort());
});
