/** How each game is drawn: by its folder here, else on the general board. */
import type { GameModule } from "./contract";

const modules = import.meta.glob<GameModule>("./*/index.ts");

export function load(game: string): Promise<GameModule> {
  const own = isPlain() ? undefined : modules[`./${game}/index.ts`];
  return own?.() ?? (import("../general") as Promise<GameModule>);
}

/** Whether this page has a board of its own for a game. */
export const hasOwn = (game: string): boolean => `./${game}/index.ts` in modules;

/** Whether somebody would rather have the general board: her address says so. */
export const isPlain = (): boolean =>
  new URLSearchParams(location.search).get("board") === "general";
