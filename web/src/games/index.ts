/** The games that this page can draw; each is loaded when somebody opens it. */
import type { GameModule } from "./contract";

const modules = import.meta.glob<GameModule>("./*/index.ts");

export function load(game: string): Promise<GameModule> | null {
  return modules[`./${game}/index.ts`]?.() ?? null;
}
