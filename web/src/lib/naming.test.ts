import { expect, test, vi } from "vitest";
import type { Sitting } from "./api";
import { called, isGuest, joined, marked, nameOf } from "./naming";

// Words need a browser, to know which language it speaks.
vi.mock("./words.svelte", () => ({
  say: (key: string, values = {}) => [key, ...Object.values(values)].join(" "),
}));

const nobody = { name: "", guest: false, gone: false, level: null, mine: false };
const ada: Sitting = { ...nobody, kind: "person", name: "Ada", mine: true };
const ben: Sitting = { ...nobody, kind: "person", name: "Ben" };
const bot: Sitting = { ...nobody, kind: "bot", level: "easy" };

test("people and bots have names", () => {
  expect([0, 1, 2].map((seat) => nameOf([ada, ben, bot], seat))).toEqual([
    "Ada",
    "Ben",
    "bot_of Bodo",
  ]);
});

test("bots of one kind are told apart", () => {
  const hard: Sitting = { ...bot, level: "hard" };
  const seats = [{ ...bot }, ada, hard, { ...bot }];
  expect([0, 2, 3].map((seat) => nameOf(seats, seat))).toEqual([
    "bot_of Bodo 1",
    "bot_of Orson",
    "bot_of Bodo 2",
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
  const open: Sitting = { ...nobody, kind: "open" };
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

test("guests are marked, unless their name says so", () => {
  const guest = { ...ben, guest: true };
  expect([ada, ben, guest, { ...guest, name: "Guest 5340" }].map(isGuest)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect([ada, guest, { ...guest, name: "Guest 5340" }].map(marked)).toEqual([
    "Ada",
    "guest_named Ben",
    "guest_number 5340",
  ]);
});

test("whoever has left the house has no name", () => {
  const gone = { ...nobody, kind: "person", gone: true } as const;
  expect([nameOf([ada, gone], 1), marked(gone)]).toEqual(["somebody_gone", "somebody_gone"]);
  expect(nameOf([ada, { ...gone, kind: "open" }], 1)).toBe("kept_for somebody_gone");
});

test("names are joined as one says them", () => {
  expect([joined([]), joined(["Ada"]), joined(["Ada", "Ben", "Eve"])]).toEqual([
    "",
    "Ada",
    "and Ada, Ben Eve",
  ]);
});
