import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
const GAMES = join(SOURCES, "../../src/formicarium/games");
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const titleOf = (game: string) =>
  /^title = "(.*)"/m.exec(readFileSync(join(GAMES, game, "text/en.toml"), "utf8"))![1]!;
const names = folders.flatMap((game) => [game, titleOf(game).toLowerCase()]);

test("no file outside of this folder names a game", () => {
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("games"));
  const naming = files.filter((file) => {
    const text = `${file} ${readFileSync(join(SOURCES, file), "utf8")}`.toLowerCase();
    return names.some((name) => text.includes(name));
  });
  expect(names).not.toEqual([]);
  expect(naming).toEqual([]);
});
