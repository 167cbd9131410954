import { expect, it } from "vitest";
import type { GameModule } from "../contract";
import { deskBefore, stubWindow, thingsDrawn } from "../rendered";
import positions from "./positions.test.json";
import { KINDS } from "./things";

stubWindow(360, 740);
const game = (await import("./index")) as unknown as GameModule;

const [first, ...others] = positions.view.colonies;
const view = {
  ...positions.view,
  colonies: [
    {
      ...first,
      tiles: ["scout+hatch", "ants+fungus"],
      workers: [3, 5, "gorge"],
      soldiers: [3],
      carrying: ["beetle 3", "green 5"],
      waiting: ["ladybird"],
      stored: { butterfly: 1 },
      nests: { red: 2, flower: 1 },
    },
    ...others,
  ],
};
const MOMENTS: Record<string, string[]> = {
  act: ["use 4", "hero scout", "end", "steal 2 green 1"],
  scout: ["take 1a", "take 1b"],
  tile: ["tile scout+hatch", "tile ants+fungus"],
  hatch: ["hatch red", "hatch flower", "done"],
  ants: ["place 8", "secure 5", "recall 5", "bridge", "leave red", "done"],
  transport: ["load 6", "carry beetle", "done"],
  store: ["store 1", "store 4"],
  return: ["return scout+hatch", "return ants+fungus"],
  anteater: ["anteater red", "anteater grey"],
};
const seen = new Set<string>();

it.each(Object.entries(MOMENTS))("has a card for all that is drawn: %s", async (phase, texts) => {
  const now = { ...view, phase, marked: [2], actions: 1, steps: 2 };
  const desk = await deskBefore("antics", game, now, texts, 3);
  for (const thing of thingsDrawn(desk)) {
    expect(game.about(desk, thing), thing).not.toBeNull();
    seen.add(thing.split(" ")[0]!);
  }
});

it("has drawn one of every kind", () => {
  // Seats are drawn around the board, for every game.
  expect([...seen, "seat"].sort()).toEqual([...KINDS].sort());
});
