/** The games that this page can draw; each is loaded when somebody opens it. */
import type { About, GameModule } from "./contract";

const modules = import.meta.glob<GameModule>("./*/index.ts");
const abouts = import.meta.glob<About>("./*/about.ts", { eager: true, import: "about" });
const pictures = import.meta.glob<string>("./*/picture.svg", {
  query: "?url",
  import: "default",
  eager: true,
});

export function load(game: string): Promise<GameModule> | null {
  return modules[`./${game}/index.ts`]?.() ?? null;
}

/** All that this page can draw, by name. */
export const gameNames = (): string[] => Object.keys(abouts).map((path) => path.split("/")[1]!);

export const aboutOf = (game: string): About | undefined => abouts[`./${game}/about.ts`];

export const pictureOf = (game: string): string | undefined => pictures[`./${game}/picture.svg`];
