import { expect, test } from "vitest";
import type { View } from "../lib/api";
import type { Desk } from "./desk.svelte";
import { isStill } from "./still";

/** A desk with a row of tiles; a card of information names the tile that lies at a place. */
class Row {
  #words = "the";
  view = { row: ["fig", "queen"] } as unknown as View;
  get shown(): View {
    return this.view;
  }
  say(word: string): string {
    return `${this.#words} ${word}`;
  }
  module = {
    about: (desk: Desk, thing: string) => {
      const tile = (desk.shown as unknown as { row: string[] }).row[Number(thing.split(" ")[1])];
      return tile ? { name: desk.say(tile), effect: `${desk.shown === this.view}` } : null;
    },
  };
}

test("a name still means a thing, or another one that lies there now", () => {
  const desk = new Row() as unknown as Desk;
  const then = { row: ["fig", "cherry", "gift"] } as unknown as View;
  expect(isStill(desk, then, "row 0")).toBe(true);
  expect(isStill(desk, then, "row 1")).toBe(false);
  expect(isStill(desk, then, "row 2")).toBe(false);
  expect(isStill(desk, then, "pile")).toBe(true);
});
