/** What is to be settled about the seats of a running game, and by whom. */
import type { Request, TableDocument } from "./api";

export type Affair =
  /** A seat was left: a bot can have it, or somebody who asks. */
  | { kind: "left"; seat: number; may: "give" | "ask" }
  /** Somebody would like to take one. */
  | { kind: "asked"; request: Request; may: "answer" | "withdraw" | null }
  /** Somebody for whom all wait is away for longer than the table waits. */
  | { kind: "away"; seat: number; minutes: number }
  /** Somebody's time is over, and the table says that others may let a bot play. */
  | { kind: "late"; seat: number };

type Table = Pick<
  TableDocument,
  "status" | "seats" | "to_act" | "requests" | "host" | "sent_away" | "patience"
>;

/** `isOpen`: whether a stranger who looks on may ask for a seat; `now`: in seconds. */
export function affairsOf(table: Table, isOpen: boolean, now: number): Affair[] {
  if (table.status !== "playing") return [];
  const isPlaying = table.seats.some((seat) => seat.mine);
  const mayGive = isPlaying || table.host;
  const mayAsk =
    !isPlaying && isOpen && !table.sent_away && !table.requests.some((one) => one.mine);
  const seats = [...table.seats.entries()];
  const asked = table.requests.map((request) => ({ request, may: may(table, request) }));
  const isToAnswer = (seat: number) =>
    asked.some((one) => one.request.seat === seat && one.may === "answer");
  return [
    ...asked.map((one): Affair => ({ kind: "asked", ...one })),
    ...seats.flatMap(([seat, { kind }]): Affair[] => {
      if (kind !== "open" || isToAnswer(seat) || !(mayGive || mayAsk)) return [];
      return [{ kind: "left", seat, may: mayGive ? "give" : "ask" }];
    }),
    ...seats.flatMap(([seat, { mine, late, away_since }]): Affair[] => {
      if (mayGive && late && !mine && table.to_act.includes(seat)) return [{ kind: "late", seat }];
      if (!mayGive || mine || !isOverdue(away_since, table.patience, now)) return [];
      return [{ kind: "away", seat, minutes: Math.floor((now - away_since) / 60) }];
    }),
  ];
}

/** Whether somebody is away for longer than others wait. */
export function isOverdue(since: number | null, patience: number, now: number): since is number {
  return since !== null && now - since > patience;
}

function may(table: Table, request: Request): "answer" | "withdraw" | null {
  if (request.mine) return "withdraw";
  return request.waits_for.some((seat) => table.seats[seat]?.mine) ? "answer" : null;
}
