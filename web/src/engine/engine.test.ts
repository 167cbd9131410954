import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Engine } from "./engine";
import { engineAt } from "./local";
import { CODE, MANIFEST } from "./small";

vi.mock("../lib/api", () => ({ ask: null })); // nobody is asked

let manifest: () => Response;
let module: () => Response;

const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64");
const isModule = (address: string) => address.endsWith(".wasm");
const sent =
  (content: BodyInit, type: string, status = 200) =>
  () =>
    new Response(content, { status, headers: { "Content-Type": type } });

/** A worker that cannot think. */
class Broken {
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  postMessage(): void {
    queueMicrotask(() => this.onerror?.({ message: "broken", preventDefault() {} }));
  }
  terminate(): void {}
}

beforeEach(() => {
  manifest = sent(JSON.stringify(MANIFEST), "application/json");
  module = sent(CODE, "application/wasm");
  vi.stubGlobal("Worker", Broken);
  vi.stubGlobal("navigator", { hardwareConcurrency: 2 });
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve(isModule(address) ? module() : manifest()),
  );
});
afterEach(() => void vi.unstubAllGlobals());

test("an engine is opened by its manifest", async () => {
  expect((await Engine.open("/engine/a.json")).size).toBe(1);
});

test("the browser takes only files that hold what they are called after", async () => {
  const asked: (string | undefined)[] = [];
  vi.stubGlobal("fetch", (address: string, { integrity }: RequestInit) => {
    asked.push(integrity);
    return Promise.resolve(isModule(address) ? module() : manifest());
  });
  await Engine.open("/engine/0a0b.json");
  expect(asked).toEqual(["0a0b", MANIFEST.sha256].map((name) => `sha256-${base64(name)}`));
});

test.each([
  ["is gone", "", 404, "missing"],
  ["is none", "<html>", 200, "missing"],
  ["is of another form", JSON.stringify({ ...MANIFEST, form: 2 }), 200, "version"],
])("a manifest that %s is said", async (_, content, status, obstacle) => {
  manifest = sent(content, "application/json", status);
  await expect(Engine.open("/engine/a.json")).rejects.toMatchObject({ obstacle });
});

test.each([
  ["is gone", CODE, 404, "missing"],
  ["this browser does not understand", CODE.slice(0, 30), 200, "blocked"],
])("a module that %s is said", async (_, content, status, obstacle) => {
  module = sent(content, "application/wasm", status);
  await expect(Engine.open("/engine/a.json")).rejects.toMatchObject({ obstacle });
});

test("a browser without workers has no engine", async () => {
  vi.stubGlobal("Worker", undefined);
  await expect(Engine.open("/engine/a.json")).rejects.toMatchObject({ obstacle: "blocked" });
});

test("what does not open is tried again, and one whose workers died says so at once", async () => {
  module = sent("", "application/wasm", 404);
  await expect(engineAt("/engine/b.json")).rejects.toMatchObject({ obstacle: "missing" });
  module = sent(CODE, "application/wasm");
  const engine = await engineAt("/engine/b.json");
  const rules = { parts: new Uint8Array(24), telling: { sharpness: 1, own: 0 } } as never;
  const question = { rules, world: new Uint8Array(8), seat: 0, seed: 0n };
  const thought = engine.think(question, { simulations: 1, milliseconds: null });
  await expect(thought).rejects.toMatchObject({ obstacle: "lost" });
  await expect(engineAt("/engine/b.json")).rejects.toMatchObject({ obstacle: "lost" });
});
