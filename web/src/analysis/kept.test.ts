import { beforeEach, expect, test, vi } from "vitest";

const stored = new Map<string, string>();
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("localStorage", {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
});
const ask = vi.fn<(path: string, body?: { lines: string[] }) => Promise<unknown>>();
class Trouble extends Error {}
vi.doMock("../lib/api", () => ({ ask, Trouble }));
const { Kept, MOST, fits } = await import("./kept");

type Tab = InstanceType<typeof Kept>;

const refused = (trouble: unknown) => expect.fail(String(trouble));

/** Two tabs on one game, which have read what is kept of it. */
async function tabs(address: string | null): Promise<[Tab, Tab]> {
  const one = new Kept("game", address);
  const other = new Kept("game", address);
  await one.read();
  await other.read();
  return [one, other];
}

/** What somebody who comes later reads. */
const read = (address: string | null) => new Kept("game", address).read();

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
  let kept: string[] = [];
  ask.mockImplementation((_path, body) => {
    if (body) kept = body.lines;
    return Promise.resolve({ lines: kept, kept: true });
  });
});

test.each([null, "/api/tables/x"])("two tabs keep what both have tried: %s", async (address) => {
  const [one, other] = await tabs(address);
  one.write(["4-03"], refused);
  await vi.runAllTimersAsync();
  other.write(["2-11"], refused);
  await vi.runAllTimersAsync();
  one.write(["4-03-1a"], refused);
  await vi.runAllTimersAsync();
  expect((await read(address)).toSorted()).toEqual(["2-11", "4-03-1a"]);
});

test.each([null, "/api/tables/x"])("what is taken away is gone: %s", async (address) => {
  const [one] = await tabs(address);
  one.write(["4-03", "2-11"], refused);
  await vi.runAllTimersAsync();
  one.write(["2-11"], refused);
  await vi.runAllTimersAsync();
  expect(await read(address)).toEqual(["2-11"]);
});

test.each([null, "/api/tables/x"])("more than there is room for: %s", async (address) => {
  const [one, other] = await tabs(address);
  const [mine, theirs] = ["0", "1"].map((seat) =>
    Array.from({ length: MOST - 10 }, (_, at) => `${at.toString(36)}-${seat}3`),
  ) as [string[], string[]];
  one.write(mine, refused);
  await vi.runAllTimersAsync();
  const told = vi.fn();
  other.write(theirs, told);
  await vi.runAllTimersAsync();
  const kept = await read(address);
  expect(told).toHaveBeenCalledOnce();
  expect(fits(kept)).toBe(true);
  expect(kept).toEqual(expect.arrayContaining(mine));
  expect(kept.filter((line) => theirs.includes(line))).toHaveLength(10);
  other.write(theirs.slice(5, 15), refused);
  await vi.runAllTimersAsync();
  expect(await read(address)).toEqual(expect.arrayContaining([...mine, ...theirs.slice(5, 15)]));
});

test("of a game that the house does not keep, the browser does", async () => {
  ask.mockRejectedValue(new Error("no such table"));
  const [one] = await tabs("/api/tables/x");
  one.write(["2-11"], refused);
  expect(await read("/api/tables/x")).toEqual(["2-11"]);
});
