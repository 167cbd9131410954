/** Where what somebody has tried in a game is kept: in the house, or else by this browser. */
import { ask, Trouble } from "../lib/api";
import type { KeptVariations, Variations } from "../lib/schema";
import { say } from "../lib/words.svelte";

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
  /** What this tab has read or kept: whatever else is there comes from another one. */
  private known: string[] = [];
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
    return (this.known = kept ? lines : here(this.name));
  }

  /**
   * Keep these lines instead of those that this tab knew: in the house soon, if no others come.
   * What another tab has kept meanwhile stays.
   */
  write(lines: string[], refused: (trouble: unknown) => void): void {
    clearTimeout(this.saving);
    const join = (found: string[]) => this.joined(lines, found, refused);
    if (this.isHere) return keepHere(this.name, join(here(this.name)));
    const path = `${this.address}/variations`;
    const send = async () => {
      const found = await ask<KeptVariations>(path);
      await ask<Variations>(path, { lines: join(found.lines) }, "PUT");
    };
    this.saving = setTimeout(() => void send().catch(refused), PAUSE);
  }

  /** What is there and was not taken away here, and new lines as long as there is room for them. */
  private joined(lines: string[], found: string[], refused: (trouble: unknown) => void): string[] {
    const kept = found.filter((line) => lines.includes(line) || !this.known.includes(line));
    for (const line of lines) if (!kept.includes(line) && fits([...kept, line])) kept.push(line);
    this.known = lines;
    if (!lines.every((line) => kept.includes(line)))
      refused(new Trouble(0, "full", say("variations_full")));
    return kept;
  }
}

/** Lines of one of them. */
const here = (name: string): string[] => all()[name] ?? [];

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
