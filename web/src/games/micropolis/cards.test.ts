import { describe, expect, it, vi } from "vitest";
import rules from "../../../../docs/rules/micropolis.md?raw";
import set from "../../../../src/formicarium/games/micropolis/components/tiles.json";
import type { Language } from "../../lib/prefs.svelte";
import type { Desk } from "../../table/desk.svelte";
import { about } from "./cards";
import * as things from "./things";
import { CATEGORIES, thingsOf, type Tile, type View } from "./view";
import de from "./words/de.json";
import en from "./words/en.json";
import fr from "./words/fr.json";

// The page's own words need a browser, to know which language it speaks.
vi.mock("../../lib/words.svelte", () => ({
  say: (key: string, values = {}) => [key, ...Object.values(values)].join(" "),
}));

const WORDS: Record<Language, Record<string, string>> = { en, de, fr };
const TILES = set.tiles as Tile[];
const sheet = Object.fromEntries([...CATEGORIES, "total"].map((what) => [what, 1]));
const anthill = { army: 5, tiles: [19, 2, 8], lefts: 1, manned: [2], tokens: 1 };

function deskIn(language: Language, changes: Partial<View> = {}): Desk {
  const view = {
    ...{ game: "micropolis", players: 2, options: { variant: "base" }, phase: "take", leader: 0 },
    ...{ anthills: [anthill, anthill], row: TILES.map(({ id }) => id), soldiers: [0, 1, 2] },
    ...{ reserve: 20, tokens: 2, pile_length: 30, to_act: [0], points: [sheet, sheet] },
    ...{ anthill: 0, tile: 29 },
    ...changes,
  } as unknown as View;
  return {
    ...{ view, shown: view, seat: 0, looking: 0, seats: [], actions: [{}], plan: { tile: null } },
    facts: { components: { "micropolis/tiles": set } },
    say: (key: string, values: Record<string, string | number> = {}) =>
      WORDS[language][key]!.replace(/\{(\w+)\}/g, (whole, name: string) =>
        String(values[name] ?? whole),
      ),
  } as unknown as Desk;
}

const KINDS = [
  ...new Set(TILES.flatMap(({ segments }) => segments.flatMap(thingsOf)).map(({ name }) => name)),
  "soldier" as const,
];
const ALL = [
  ...["pile", "reserve", "tokens", "marker", "hand"],
  ...TILES.flatMap((_, n) => [things.rowThing(n + 1), things.priceThing(n + 1)]),
  ...[0, 1].flatMap((number) => [
    things.anthillThing(number),
    things.hubThing(number),
    things.tokenThing(number),
    ...Array.from({ length: 10 }, (_, slot) => things.slotThing(number, slot)),
    things.galleryThing(number, 0, 0),
    things.barracksThing(number, 0),
    ...[...CATEGORIES, "total" as const].map((what) => things.pointsThing(number, what)),
  ]),
  ...KINDS.map(things.kindThing),
];

describe.each(["en", "de", "fr"] as Language[])("in %s a card", (language) => {
  it.each(ALL)("tells of %s", (thing) => {
    const card = about(deskIn(language), thing);
    const told = `${card?.name} ${card?.effect} ${card?.worth ?? ""}`;
    expect(told).not.toMatch(/[{}]|undefined|NaN|^\s/);
    expect(card?.name[0]).toBe(card?.name[0]?.toUpperCase());
    expect(card?.name).not.toMatch(/(tile|Plättchen|tuile) \d/i);
    expect(rules).toContain(`**${card?.rule}**`);
  });
});

it("tells what galleries are worth now, and what they would gain at either end", () => {
  const desk = deskIn("en");
  expect(about(desk, "slot 0 10")?.worth).toBe(
    "Its galleries now: Population 5, Harvest 2, Queens 3",
  );
  expect(about(desk, "row 19")?.worth).toBe(
    "Costs 18 soldiers; its galleries: left −1, right +4", // another queen in her gallery
  );
  expect(about(desk, "row 1")?.worth).toMatch(/^Free; its galleries: left/);
});

it("tells whose an anthill is", () => {
  expect(about(deskIn("en"), "hub 0")?.name).toBe("Your anthill");
  expect(about(deskIn("en"), "hub 1")?.name).toBe("Anthill of player_number 2");
  const expert = { options: { variant: "expert" } } as Partial<View>;
  expect(about(deskIn("de", expert), "hub 1")?.name).toBe("Dein Bau b");
});

it("says of what never runs out that it does not", () => {
  expect(about(deskIn("en", { reserve: -1 }), "reserve")?.worth).toBe("there are always more");
});

const TEXTS = import.meta.glob<string>("./*.svelte", {
  eager: true,
  query: "?raw",
  import: "default",
});

it("knows every name that is drawn", () => {
  const drawn = Object.values(TEXTS).flatMap((text) => [
    ...[...text.matchAll(/data-at="([^"]+)"/g)].map(([, name]) => name!),
    ...[...text.matchAll(/\b(\w+Thing)\(/g)].map(([, name]) => name!),
  ]);
  expect(drawn.length).toBeGreaterThan(12);
  const known = [...ALL, ...Object.keys(things)];
  expect(drawn.filter((name) => !known.includes(name))).toEqual([]);
});
