import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Desk } from "../table/desk.svelte";
import { Guest, hasHung } from "./guest";
import type { Host } from "./host";

const FOLDER = "data:text/";
const host = {} as Host;
let heard: Map<string, (event: unknown) => void>;
let kept: Map<string, string>;

class Broken {
  constructor(
    readonly error: unknown,
    readonly filename: string,
  ) {}
}

beforeEach(() => {
  heard = new Map();
  kept = new Map();
  vi.stubGlobal("ErrorEvent", Broken);
  vi.stubGlobal("addEventListener", heard.set.bind(heard));
  vi.stubGlobal("removeEventListener", heard.delete.bind(heard));
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: kept.set.bind(kept),
    removeItem: kept.delete.bind(kept),
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A board of that source, with what is said to be wrong with it. */
function boardOf(source: string): { guest: Guest; board: string; faults: string[] } {
  const board = `${FOLDER}javascript,${encodeURIComponent(source)}`;
  const desk = { facts: { board }, say: (key: string) => key } as unknown as Desk;
  const faults: string[] = [];
  const element = { replaceChildren: () => {} } as unknown as HTMLElement;
  return { guest: new Guest(element, desk, (fault) => faults.push(fault)), board, faults };
}

const GOOD = "export const mount = () => ({ update() {}, destroy() {} })";

test("what a board throws later is heard, whatever it throws", async () => {
  for (const [kind, event] of [
    ["error", new Broken("no glue", `${FOLDER}board.js`)],
    ["unhandledrejection", { reason: "no glue" }],
  ] as const) {
    const { guest, faults } = boardOf(GOOD);
    guest.show(host);
    heard.get(kind)!(new Broken(new Error("elsewhere"), "/page/assets/app.js"));
    heard.get(kind)!(new Broken("elsewhere", "/page/assets/app.js"));
    expect(faults).toEqual([]);
    heard.get(kind)!(event);
    expect(faults).toEqual(["no glue"]);
  }
});

test("a board at work is noted, so that a page knows that it hung", async () => {
  const noting = "globalThis.sessionStorage.getItem('formicarium at work')";
  const source = `export const mount = () => { globalThis.seen = ${noting};
    return { update() { globalThis.later = ${noting} }, destroy() {} } }`;
  const { guest, board } = boardOf(source);
  guest.show(host);
  expect(hasHung(board)).toBe(true); // until it is there
  await vi.waitFor(() => expect(globalThis).toHaveProperty("seen", board));
  expect(hasHung(board)).toBe(false);
  await vi.waitFor(() => {
    guest.show({ ...host });
    expect(globalThis).toHaveProperty("later", board);
  });
  expect(hasHung(board)).toBe(false);
});

test("a page that is left in time, or a board sent away, has not hung", () => {
  for (const end of [() => heard.get("pagehide")!(null), (guest: Guest) => guest.leave()]) {
    const { guest, board } = boardOf(GOOD);
    guest.show(host);
    expect(hasHung(board)).toBe(true);
    end(guest);
    expect(hasHung(board)).toBe(false);
    expect(hasHung("another")).toBe(false);
  }
});
