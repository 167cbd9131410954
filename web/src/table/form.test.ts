import { expect, test, vi } from "vitest";

vi.stubGlobal("innerWidth", 1366);
vi.stubGlobal("innerHeight", 768);
vi.stubGlobal("addEventListener", () => {});
const { formOf } = await import("./form.svelte");

test.each([
  [360, 740, "upright"],
  [390, 844, "upright"],
  [699, 1000, "upright"],
  [740, 360, "side"],
  [932, 430, "side"],
  [820, 1180, "tablet"],
  [1000, 700, "tablet"],
  [1024, 768, "wide"],
  [1366, 768, "wide"],
])("%i x %i is %s", (width, height, form) => {
  expect(formOf(width, height)).toBe(form);
});
