import { expect, test } from "vitest";
import type { Request, Seat } from "./api";
import { affairsOf, isOverdue } from "./affairs";

const seat = (more: Partial<Seat> = {}): Seat => ({
  kind: "person",
  name: "Ada",
  guest: false,
  gone: false,
  level: null,
  mine: false,
  returns: false,
  online: true,
  away_since: null,
  late: false,
  hints: 0,
  deadline: null,
  ...more,
});
const request = (more: Partial<Request> = {}): Request => ({
  number: 1,
  seat: 1,
  name: "Eve",
  guest: false,
  gone: false,
  mine: false,
  waits_for: [0],
  ...more,
});
const table = (seats: Seat[], more = {}) => ({
  status: "playing" as const,
  seats,
  to_act: [0],
  requests: [] as Request[],
  host: false,
  sent_away: false,
  patience: 600,
  ...more,
});
const left = seat({ kind: "open", name: "" });

test("a seat that was left: who plays may give it away, who looks on may ask for it", () => {
  const playing = table([seat({ mine: true }), left]);
  expect(affairsOf(playing, false, 0)).toEqual([{ kind: "left", seat: 1, may: "give" }]);
  const watching = table([seat(), left]);
  expect(affairsOf(watching, true, 0)).toEqual([{ kind: "left", seat: 1, may: "ask" }]);
  expect(affairsOf(watching, false, 0)).toEqual([]);
  const refused = { ...watching, sent_away: true };
  expect(affairsOf(refused, true, 0)).toEqual([]);
});

test("a request is answered by those who have not agreed, and withdrawn by who asked", () => {
  const may = (mine: boolean, one: Request) =>
    affairsOf(table([seat({ mine }), seat(), left], { requests: [one] }), true, 0)[0];
  expect(may(true, request())).toMatchObject({ kind: "asked", may: "answer" });
  expect(may(true, request({ waits_for: [1] }))).toMatchObject({ may: null });
  expect(may(false, request({ mine: true }))).toMatchObject({ may: "withdraw" });
  expect(may(false, request())).toMatchObject({ may: null });
});

test("who has asked for one seat does not ask for another", () => {
  const asked = table([seat(), left, left], { requests: [request({ mine: true })] });
  expect(affairsOf(asked, true, 0).map((one) => one.kind)).toEqual(["asked"]);
});

test("a newcomer is answered before a seat is given away", () => {
  const asked = table([seat({ mine: true }), left, left], { requests: [request()] });
  const kinds = affairsOf(asked, true, 0).map((one) => [one.kind, "seat" in one && one.seat]);
  expect(kinds).toEqual([
    ["asked", false],
    ["left", 2],
  ]);
});

test("who is away for longer than the table waits can be replaced, by others who play", () => {
  const away = seat({ online: false, away_since: 1000 });
  const playing = table([away, seat({ mine: true })]);
  expect(affairsOf(playing, false, 1600)).toEqual([]);
  expect(affairsOf(playing, false, 1660)).toEqual([{ kind: "away", seat: 0, minutes: 11 }]);
  expect(affairsOf(table([away, seat()]), true, 1660)).toEqual([]);
  expect(affairsOf(table([{ ...away, mine: true }, seat()]), true, 1660)).toEqual([]);
  expect(isOverdue(null, 600, 1e9)).toBe(false);
});

test("before and after a game there is nothing to be settled", () => {
  for (const status of ["waiting", "over"])
    expect(affairsOf(table([seat({ mine: true }), left], { status }), true, 0)).toEqual([]);
});
