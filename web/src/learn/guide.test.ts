import { expect, test } from "vitest";
import { pieces } from "./guide";

test("pictures stand among paragraphs", () => {
  const text = "One.\n\nTwo *and* three.\n\n*[row] The row,\nand prices.*\n\n- four";
  expect(pieces(text)).toEqual([
    { text: "One.\n\nTwo *and* three." },
    { picture: "row", caption: "The row, and prices." },
    { text: "- four" },
  ]);
});
