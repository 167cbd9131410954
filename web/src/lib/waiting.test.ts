import { afterEach, expect, test, vi } from "vitest";

const asked: string[] = [];
let waits: string[] = [];
vi.mock("./api", () => ({
  ask: (path: string) => {
    asked.push(path);
    return Promise.resolve({ tables: waits });
  },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the number in the title moves in a page that nobody sees, who is not here", async () => {
  vi.useFakeTimers();
  const page = {
    visibilityState: "hidden",
    title: "Formicarium",
    addEventListener: () => {},
    querySelector: () => null,
  };
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", {});
  const { waiting } = await import("./waiting.svelte");
  waiting.begin();
  waits = ["a", "b"];
  await vi.advanceTimersByTimeAsync(150_000);
  expect(page.title).toBe("(2) Formicarium");
  expect(asked.length).toBeLessThan(4);
  expect(new Set(asked)).toEqual(new Set(["/api/me/waiting?here=false"]));
});
