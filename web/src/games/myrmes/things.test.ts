import { describe, expect, it, vi } from "vitest";
import type { Language } from "../../lib/prefs.svelte";
import { about } from "./cards";
import { deskIn, source } from "./sample";
import { KINDS, taken, thing, type Kind } from "./things";
import { CUBES, SOURCES, type View } from "./view";

// The page's own words need a browser, to know which language it speaks.
vi.mock("../../lib/words.svelte", () => ({
  say: (key: string, values = {}) => [key, ...Object.values(values)].join(" "),
}));

const desk = deskIn("en");
const all = Object.entries(KINDS) as [Kind, string][];
const rules = source("../../../../docs/rules/myrmes.md");

describe.each(["en", "de", "fr"] as Language[])("in %s a card", (language) => {
  it.each(all)("tells of a %s", (kind, example) => {
    const card = about(deskIn(language), `${kind} ${example}`.trim());
    expect(card?.name).toBeTruthy();
    expect(card?.effect).toBeTruthy();
    expect(`${card?.name} ${card?.effect} ${card?.worth ?? ""}`).not.toMatch(/[{}]|undefined|NaN/);
    expect(rules).toContain(`**${card?.rule}**`);
  });
});

const TEXTS = import.meta.glob<string>("./*.svelte", {
  eager: true,
  query: "?raw",
  import: "default",
});

it("is drawn somewhere, whatever has a name", () => {
  const drawn = Object.values(TEXTS).join("\n");
  const missing = all.map(([kind]) => kind).filter((kind) => !drawn.includes(`thing("${kind}"`));
  expect(drawn).toContain("{#each CUBES as kind");
  expect(drawn).toContain("thing(kind, seat)");
  // The page around the board draws seats.
  expect(missing).toEqual([...CUBES, "seat"]);
});

it("has no name but these", () => {
  const names = Object.values(TEXTS).flatMap((text) => [...text.matchAll(/data-at=(.)/g)]);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter(([, first]) => first !== "{")).toEqual([]);
});

it.each([
  ...SOURCES.map((source) => `source 0 ${source}`),
  ...["0", "1", "2", "3", "4", "5", "6", "7"].map((number) => `event ${number}`),
  ...Object.keys((desk.view as View).seats[0]!.left).map((form) => `form 0 ${form}`),
  ...["farm", "scavenging", "subcolony"].map((form) => `form 0 ${form}`),
])("has a card of %s", (name) => {
  expect(about(desk, name)?.effect).toBeTruthy();
});

it("knows its own names alone", () => {
  expect(taken(thing("slot", 0, "larvae", 2))).toEqual({
    kind: "slot",
    words: ["0", "larvae", "2"],
  });
  expect(taken("chamber 17")).toBeNull();
});

it("says nothing of what is not there", () => {
  expect(about(desk, "hex a5")).toBeNull();
  expect(about(desk, "prey l6")).toBeNull();
  expect(about(desk, "objective 7")).toBeNull();
});
