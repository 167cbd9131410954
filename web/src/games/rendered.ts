/** For tests: what a game draws in a position, without a browser. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "svelte/server";
import type { Component } from "svelte";
import { vi } from "vitest";
import type { GamePage, View } from "../lib/api";
import type { Desk } from "../table/desk.svelte";
import type { GameModule, Thing } from "./contract";

const GAMES = join(import.meta.dirname, "../../../src/formicarium/games");

/** A window of that size, of which nothing else is there. */
export function stubWindow(width: number, height: number): void {
  const nothing = () => {};
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: nothing }));
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: nothing });
  vi.stubGlobal("addEventListener", nothing);
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("innerHeight", height);
}

/** The facts of a game that boards read: its components. */
export function factsOf(game: string): GamePage {
  const folder = join(GAMES, game, "components");
  const components = readdirSync(folder).map((file) => [
    `${game}/${file.replace(".json", "")}`,
    JSON.parse(readFileSync(join(folder, file), "utf8")) as unknown,
  ]);
  return { components: Object.fromEntries(components), phrases: {} } as unknown as GamePage;
}

/** A desk in front of a position in which these notations can be decided. */
export async function deskBefore(
  game: string,
  module: GameModule,
  view: View,
  texts: readonly string[],
  players: number,
): Promise<Desk> {
  const { Desk } = await import("../table/desk.svelte");
  const desk = new Desk(game, factsOf(game), module);
  desk.seat = 0;
  desk.seats = Array.from({ length: players }, (_, seat) => ({
    kind: "person",
    name: `P${seat}`,
  })) as unknown as Desk["seats"];
  desk.show(
    view,
    texts.map((text, code) => ({ code, text, words: text })),
    null,
  );
  return desk;
}

/** The names of everything that is drawn of it, in all parts of the table. */
export function thingsDrawn(desk: Desk): Thing[] {
  const { module, plan } = desk;
  const parts: [Component<never>, object][] = [
    [module.Board, { desk, plan }],
    [module.Tray, { desk, plan }],
    [module.Status, { desk }],
    [module.SeatFacts, { desk, seat: 1 }],
    [module.SeatSheet, { desk, seat: 1 }],
    ...module
      .places(desk, plan)
      .map(({ id }): [Component<never>, object] => [module.Place!, { desk, plan, place: id }]),
  ];
  const drawn = parts.map(([part, props]) => render(part as Component, { props }).body);
  return drawn.flatMap((html) => [...html.matchAll(/data-at="([^"]+)"/g)].map(([, at]) => at!));
}
