import { beforeEach, expect, test, vi } from "vitest";
import type { Line, TableDocument } from "./api";

/** A house that tells 200 lines at once; every seat sees the same. */
let happened: Line[] = [];
let asked: string[] = [];
let socket: FakeSocket;

class FakeSocket {
  static readonly OPEN = 1;
  readonly readyState = 1;
  onmessage: (event: { data: string }) => void = () => {};
  constructor(readonly address: string) {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the test speaks through it
    socket = this;
  }
  send(): void {}
  close(): void {}
  show(seat: number | null, log: Line[], name = "Ada"): void {
    const seats = [{ kind: "person", name }];
    const table = { id: "t", version: happened.length, seat, seats, log, view: null, actions: [] };
    this.tell({ type: "table", ...table });
  }
  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: {} });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("location", { origin: "http://house" });
vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("fetch", (address: string) => {
  asked.push(address);
  const since = Number(new URL(address, "http://house").searchParams.get("since"));
  const log = happened.slice(since, since + 200);
  const body = JSON.stringify({ version: since + log.length, log, more: false });
  return Promise.resolve(new Response(body, { headers: { "Content-Type": "application/json" } }));
});
const { Live } = await import("./live.svelte");

const play = (count: number) => {
  for (let n = 0; n < count; n++)
    happened.push({ version: happened.length + 1, kind: "played", seat: 0, at: 0 });
};
const versions = (live: { log: Line[]; table: TableDocument | null }) =>
  live.log.map(({ version }) => version);
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => first + n);

beforeEach(() => {
  [happened, asked] = [[], []];
});

test("a long game is read page by page, from its end", async () => {
  play(450);
  const live = new Live("t");
  socket.show(0, happened.slice(-200));
  expect(versions(live)).toEqual(range(251, 450));
  expect(live.hasEarlier).toBe(true);
  await live.earlier();
  expect(versions(live)).toEqual(range(51, 450));
  await live.earlier();
  expect(versions(live)).toEqual(range(1, 450));
  expect(live.hasEarlier).toBe(false);
  expect(asked).toHaveLength(2);
});

test("who was away for longer than a page has no gap in the log", () => {
  play(10);
  const live = new Live("t");
  socket.show(0, happened.slice());
  play(5);
  socket.show(0, happened.slice(-5));
  expect(versions(live)).toEqual(range(1, 15));
  play(300);
  socket.show(0, happened.slice(-200));
  expect(versions(live)).toEqual(range(116, 315));
  expect(live.hasEarlier).toBe(true);
});

test("another seat's log is read from its last page", async () => {
  play(250);
  const live = new Live("t");
  socket.show(0, happened.slice(-200));
  socket.show(1, []);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toContain("since=50&seat=1");
  await vi.waitFor(() => expect(versions(live)).toEqual(range(51, 250)));
});

test("several at one screen have a log each, which goes on in one with the table", async () => {
  play(3);
  const live = new Live("t");
  socket.show(0, happened.slice());
  play(1);
  socket.show(1, happened.slice());
  expect(versions(live)).toEqual(range(1, 4));
  play(2);
  socket.show(0, happened.slice(3));
  expect(versions(live)).toEqual(range(1, 6));
  socket.show(1, happened.slice(4));
  expect(versions(live)).toEqual(range(1, 6));
  expect(asked).toEqual([]);
  live.again();
  play(1);
  socket.show(0, happened.slice());
  socket.show(1, happened.slice(6)); // on a new line nobody knows what this seat has seen
  await vi.waitFor(() => expect(versions(live)).toEqual(range(1, 7)));
  expect(asked).toHaveLength(1);
});

test("a new name is in all that was told before", async () => {
  play(3);
  const live = new Live("t");
  socket.show(0, happened.slice());
  socket.show(0, []);
  expect(asked).toEqual([]);
  happened = happened.map((line) => ({ ...line, name: "Augusta" }));
  socket.show(0, [], "Augusta");
  await vi.waitFor(() =>
    expect(live.log.map(({ name }) => name)).toEqual(Array(3).fill("Augusta")),
  );
  expect(asked).toHaveLength(1);
});

test("lines of the chat are told again in their place", () => {
  const live = new Live("t");
  const line = (number: number, name: string, text = "hello") => ({ number, name, text });
  socket.tell({ type: "chat", lines: [line(1, "Ada"), line(2, "Ben")] });
  socket.tell({ type: "chat", lines: [line(3, "Ada")] });
  socket.tell({ type: "chat", lines: [line(1, "", ""), line(2, "Ben"), line(3, "", "")] });
  expect(live.chat.map(({ name }) => name)).toEqual(["", "Ben", ""]);
});
