import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import type { Desk } from "../../table/desk.svelte";
import { Plan } from "./plan.svelte";
import { questionOf, type View } from "./view";

const GAME = "../src/formicarium/games/minicity/components";
const read = (name: string): unknown => JSON.parse(readFileSync(`${GAME}/${name}.json`, "utf8"));
const view = {
  players: 2,
  options: {},
  phase: "play",
  to_act: [0],
  ants: { red: 3, grey: 19, yellow: 25, violet: 44, black: 46 },
  stored: {},
  north: "....rrg.....",
  south: "............",
  limit: 3,
  plays: 0,
  seats: [{ hand: "rgvb", friends: [] }],
} as unknown as View;

function planWith(start: (steps: string[]) => Promise<void>): Plan {
  const actions = ["play red nw", "play red ne"].map((text, code) => ({ code, text, words: text }));
  const desk = {
    facts: { components: { "minicity/board": read("board"), "minicity/cards": read("cards") } },
    shown: view,
    view,
    seat: 0,
    actions,
    find: (text: string) => actions.find((action) => action.text === text),
    which: (test: (text: string) => boolean) => actions.filter(({ text }) => test(text)),
    say: (key: string) => key,
    drop: () => undefined,
    errand: { start },
  } as unknown as Desk;
  const plan = new Plan(desk);
  plan.pick("red");
  return plan;
}

it("asks for the end where several lead to a chamber, and goes there", () => {
  const start = vi.fn(() => Promise.resolve());
  const plan = planWith(start);
  const both = [...plan.reachable.keys()].find((id) => plan.endsTo(id).length === 2)!;
  expect(questionOf(view, plan)).toBe("ask_end");
  plan.send(both);
  expect(start).not.toHaveBeenCalled();
  expect(plan.fork).toBe(both);
  expect(questionOf(view, plan)).toBe("ask_end_to");
  expect(plan.ends.map(({ end, steps }) => [end, steps])).toEqual([
    ["nw", 3],
    ["ne", 1],
  ]);
  plan.lay("ne");
  expect(start).toHaveBeenCalledWith(["play red ne", `go ${both}`], expect.anything());
});

it("goes at once where one end alone leads to a chamber", () => {
  const start = vi.fn(() => Promise.resolve());
  const plan = planWith(start);
  const one = [...plan.reachable.keys()].find((id) => plan.endsTo(id).length === 1)!;
  plan.send(one);
  expect(start).toHaveBeenCalledWith(["play red nw", `go ${one}`], expect.anything());
  expect(plan.fork).toBeNull();
});
