/** How each game is drawn: by its folder here, else on the general board. */
import type { GameModule } from "./contract";

const modules = import.meta.glob<GameModule>("./*/index.ts");

export async function load(game: string): Promise<GameModule> {
  const own = modules[`./${game}/index.ts`];
  if (own && !isPlain()) return own();
  const general = (await import("../general")) as GameModule;
  return own ? { ...general, earned: (await own()).earned } : general;
}

/** Whether this page has a board of its own for a game. */
export const hasOwn = (game: string): boolean => `./${game}/index.ts` in modules;

/** Whether somebody would rather have the general board: her address says so. */
export const isPlain = (): boolean =>
  new URLSearchParams(location.search).get("board") === "general";
