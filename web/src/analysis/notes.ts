/**
 * What an analysis has found so far, kept by this tab: after a reload it goes on there.
 * Where nothing can be stored, it begins anew.
 */
import type { Notes } from "../engine/analyst";

const KEY = "formicarium analysis";
const PAUSE = 500; // milliseconds between two times that it is kept

/** Notes on one game by one engine; those on another are dropped. */
interface Kept extends Notes {
  table: string;
  engine: string;
  /** Whether somebody wants it to go on. */
  isWanted: boolean;
}

export class Notebook {
  private kept: Kept;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `engine` is the address of its manifest, which changes with the rules and the judgement. */
  constructor(table: string, engine: string) {
    const nothing = { table, engine, isWanted: false, looks: {}, worths: {} };
    const found = stored();
    this.kept = found?.table === table && found.engine === engine ? found : nothing;
  }

  get notes(): Notes {
    return this.kept;
  }

  get isWanted(): boolean {
    return this.kept.isWanted;
  }

  /** Somebody wants an analysis, or no more. */
  want(isWanted: boolean): void {
    this.kept.isWanted = isWanted;
    this.write();
  }

  /** Keep what was found, now and then. */
  keep(): void {
    this.timer ??= setTimeout(() => this.write(), PAUSE);
  }

  /** Keep it now: the page is about to go. */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // Nothing can be stored: the next one begins anew.
    }
  }
}

function stored(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}
