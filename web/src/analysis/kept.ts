/** Where what somebody has tried in a game is kept: in the house, or else by this browser. */
import { ask } from "../lib/api";
import type { KeptVariations, Variations } from "../lib/schema";

const KEY = "formicarium variations";
const PAUSE = 600; // milliseconds
const GAMES = 20; // whose lines this browser keeps
export const MOST = 50; // lines, and
export const LONGEST = 8000; // letters of all of them, with blanks between

/** Whether so many lines can be kept. */
export const fits = (lines: string[]): boolean =>
  lines.length <= MOST && lines.join(" ").length <= LONGEST;

export class Kept {
  private isHere = false;
  private saving: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    /** Of a game that the house knows. */
    private readonly address: string | null,
  ) {}

  /** What was tried so far. Where the house does not tell, nothing there may be replaced. */
  async read(): Promise<string[]> {
    const nothing = { lines: [], kept: false };
    const { lines, kept } = this.address
      ? await ask<KeptVariations>(`${this.address}/variations`).catch(() => nothing)
      : nothing;
    this.isHere = !kept;
    return kept ? lines : (all()[this.name] ?? []);
  }

  /** Keep these lines instead of those before: in the house soon, if no others come. */
  write(lines: string[], refused: (trouble: unknown) => void): void {
    clearTimeout(this.saving);
    if (this.isHere) return keepHere(this.name, lines);
    const send = () => ask<Variations>(`${this.address}/variations`, { lines }, "PUT");
    this.saving = setTimeout(() => void send().catch(refused), PAUSE);
  }
}

/** Lines by their games and positions, those that were kept last at the end. */
function all(): Record<string, string[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string[]>;
  } catch {
    return {};
  }
}

function keepHere(table: string, lines: string[]): void {
  const others = Object.entries(all()).filter(([other]) => other !== table);
  const kept = [...others, ...(lines.length ? [[table, lines]] : [])];
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept.slice(-GAMES))));
  } catch {
    // Storage is switched off: the lines hold until the page is closed.
  }
}
