import { expect, test } from "vitest";
import { titled } from "./titles";

test("the number before a title is always the newest one", () => {
  expect(titled("Formicarium", 0)).toBe("Formicarium");
  expect(titled(titled("Formicarium", 2), 3)).toBe("(3) Formicarium");
  expect(titled("(2) Tables", 0)).toBe("Tables");
});
