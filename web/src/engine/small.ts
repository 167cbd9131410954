/** A module for tests, as small as one can be. */
import type { Manifest } from "./schema";

// One page of memory and no more, things from 1024 on, and one entry, which fails below 0:
// (func (export "legal") (param i32 i32 i32 i32) (result i32)
//   (if (i32.lt_s (local.get 2) (i32.const 0)) (then unreachable)) (local.get 2))
export const CODE = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 9, 1, 96, 4, 127, 127, 127, 127, 1, 127],
  ...[3, 2, 1, 0],
  ...[5, 4, 1, 1, 1, 1],
  ...[6, 7, 1, 127, 0, 65, 128, 8, 11],
  ...[7, 32, 3, 6, ...text("memory"), 2, 0, 11, ...text("__heap_base"), 3, 0],
  ...[5, ...text("legal"), 0, 0],
  ...[10, 15, 1, 13, 0, 32, 2, 65, 0, 72, 4, 64, 0, 11, 32, 2, 11],
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

export const MANIFEST = {
  form: 1,
  sha256: "00",
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
