import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import type { About } from "./contract";

const SOURCES = join(import.meta.dirname, "..");
const abouts = import.meta.glob<About>("./*/about.ts", { eager: true, import: "about" });
const names = Object.entries(abouts)
  .flatMap(([file, about]) => [file.split("/")[1]!, about.title])
  .map((name) => name.toLowerCase());

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
