import { expect, test, vi } from "vitest";
import type { Sitting } from "./api";
import { called, joined, nameOf } from "./naming";

// Words need a browser, to know which language it speaks.
vi.mock("./words.svelte", () => ({
  say: (key: string, values = {}) => [key, ...Object.values(values)].join(" "),
}));

const ada: Sitting = { kind: "person", name: "Ada", level: null, mine: true };
const ben: Sitting = { kind: "person", name: "Ben", level: null, mine: false };
const bot: Sitting = { kind: "bot", name: "", level: "easy", mine: false };

test("people and bots have names", () => {
  expect([0, 1, 2].map((seat) => nameOf([ada, ben, bot], seat))).toEqual([
    "Ada",
    "Ben",
    "bot_of level_easy",
  ]);
});

test("two at one screen are told apart", () => {
  expect([0, 1, 2].map((seat) => nameOf([ada, ben, ada], seat))).toEqual([
    "player_number 1",
    "Ben",
    "player_number 3",
  ]);
});

test("a free seat says for whom it is kept", () => {
  const open: Sitting = { kind: "open", name: "", level: null, mine: false };
  expect([0, 1].map((seat) => nameOf([open, { ...open, name: "Eve" }], seat))).toEqual([
    "open_seat",
    "kept_for Eve",
  ]);
});

test("a guest is one in every language, and a name stays as it is", () => {
  expect([called("Guest 5340"), called("Guest of honour"), called("")]).toEqual([
    "guest_number 5340",
    "Guest of honour",
    "",
  ]);
  const guest: Sitting = { ...ben, name: "Guest 5340" };
  expect(nameOf([ada, guest], 1)).toBe("guest_number 5340");
});

test("names are joined as one says them", () => {
  expect([joined([]), joined(["Ada"]), joined(["Ada", "Ben", "Eve"])]).toEqual([
    "",
    "Ada",
    "and Ada, Ben Eve",
  ]);
});
