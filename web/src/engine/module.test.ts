import { expect, test } from "vitest";
import { Module } from "./module";
import type { Manifest } from "./schema";

// A module with one page of memory and no more, things from 1024 on, and one entry:
// (func (export "legal") (param i32 i32 i32 i32) (result i32) (local.get 2))
const CODE = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 9, 1, 96, 4, 127, 127, 127, 127, 1, 127],
  ...[3, 2, 1, 0],
  ...[5, 4, 1, 1, 1, 1],
  ...[6, 7, 1, 127, 0, 65, 128, 8, 11],
  ...[7, 32, 3, 6, ...text("memory"), 2, 0, 11, ...text("__heap_base"), 3, 0],
  ...[5, ...text("legal"), 0, 0],
  ...[10, 6, 1, 4, 0, 32, 2, 11],
]);

function text(word: string): number[] {
  return [...word].map((letter) => letter.charCodeAt(0));
}

const address = (name: string, of: string, shape: (number | string)[]) => ({
  name,
  type: "address",
  of,
  shape,
});

const MANIFEST = {
  form: 1,
  rows: { NODE: { bytes: 16, fields: { first_edge: { at: 4, type: "i32", shape: [] } } } },
  entries: {
    legal: {
      takes: [
        address("parts", "u8", [24]),
        address("state", "u8", [8]),
        { name: "seat", type: "i32" },
        address("codes", "i32", [4]),
      ],
      gives: "i32",
      says: "",
    },
  },
} as unknown as Manifest;

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
