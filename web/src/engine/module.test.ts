import { afterEach, expect, test, vi } from "vitest";
import { Module } from "./module";
import { CODE, MANIFEST } from "./small";

afterEach(() => void vi.restoreAllMocks());

const opened = async (manifest = MANIFEST) =>
  Module.open(manifest, await WebAssembly.compile(CODE));

test("entries are called by the names of what they are handed", async () => {
  const module = await opened();
  module.put("state", new Uint8Array(8).fill(7));
  expect(module.call("legal", { seat: 3 })).toBe(3);
  expect([...module.bytes("state")]).toEqual(Array(8).fill(7));
});

test("things lie side by side, and the newest can be given back", async () => {
  const module = await opened();
  const before = module.taken;
  const at = module.place("nodes", 160);
  expect(at % 16).toBe(0);
  expect(module.place("nodes", 16)).toBe(at);
  module.forget("nodes", "edges");
  expect(module.taken).toBeLessThanOrEqual(Math.max(at, before));
  expect(module.place("nodes", 320)).toBe(at);
});

test("a field is written as its type says, and nothing beside it", async () => {
  const types = { u8: 1, i32: 4, f32: 4, i64: 8, f64: 8 };
  const fields = Object.fromEntries(
    Object.keys(types).map((type, number) => [type, { at: 8 + 24 * number, type, shape: [] }]),
  );
  const rows = { SETTINGS: { bytes: 128, fields } };
  const module = await opened({ ...MANIFEST, rows } as unknown as typeof MANIFEST);
  module.place("settings", 128);
  for (const [number, [type, size]] of Object.entries(types).entries()) {
    module.bytes("settings").fill(255);
    module.write("settings", "SETTINGS", type as never, 3);
    expect(module.read("settings", "SETTINGS", type as never)).toBe(3);
    const changed = [...module.bytes("settings")].flatMap((byte, at) => (byte < 255 ? [at] : []));
    expect(changed).toEqual(Array.from({ length: size }, (_, at) => 8 + 24 * number + at));
  }
});

test("a state of another game is of another version", async () => {
  const module = await opened();
  expect(() => module.put("state", new Uint8Array(9))).toThrow(
    expect.objectContaining({ obstacle: "version" }),
  );
});

test("a manifest of another form is not read", async () => {
  await expect(opened({ ...MANIFEST, form: 2 })).rejects.toMatchObject({ obstacle: "version" });
});

test("where memory is refused there is no engine", async () => {
  const module = await opened();
  expect(() => module.place("nodes", 1 << 20)).toThrow(
    expect.objectContaining({ obstacle: "memory" }),
  );
});

test.each([
  [new RangeError("out of memory"), "memory"],
  [new WebAssembly.LinkError("an import"), "blocked"],
])("where a module cannot begin there is no engine: %s", async (error, obstacle) => {
  vi.spyOn(WebAssembly, "instantiate").mockRejectedValue(error);
  await expect(opened()).rejects.toMatchObject({ obstacle });
});

test("a rule that fails leaves no engine", async () => {
  const module = await opened();
  expect(() => module.call("legal", { seat: -1 })).toThrow(
    expect.objectContaining({ obstacle: "lost" }),
  );
});
