/** A board of another package while it is shown: begun, kept up to date, and sent away. */
import type { Desk } from "../table/desk.svelte";
import type { Host } from "./host";

/** What a board gives. */
interface Drawn {
  update(host: Host): unknown;
  destroy(): unknown;
}

interface BoardModule {
  mount?(element: HTMLElement, host: Host): unknown;
}

const PATIENCE = 10; // seconds in which a board must be there
const LONGEST = 200; // letters of what is said to be wrong with it
const NOTE = "formicarium at work"; // the board at work, as long as it is

/**
 * Whether a board was at work when this tab was last heard of: then it hung, and only loading the
 * page anew helped.
 */
export const hasHung = (board: string): boolean => noted() === board;

export class Guest {
  private drawn: Drawn | null = null;
  private host: Host | null = null;
  private isGone = false;
  private readonly timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly element: HTMLElement,
    private readonly desk: Desk,
    /** It does not work, for this reason; it has been sent away. */
    private readonly onfault: (fault: string) => void,
  ) {
    this.timer = setTimeout(
      () => this.fail(desk.say("too_slow", { seconds: PATIENCE })),
      PATIENCE * 1000,
    );
    addEventListener("error", this.hear);
    addEventListener("unhandledrejection", this.hear);
    addEventListener("pagehide", rest);
  }

  /** Something has changed; with the first of it, it begins. */
  show(host: Host): void {
    const isFirst = !this.host;
    this.host = host;
    if (isFirst) void this.begin(host);
    else if (this.drawn) void this.trying(() => this.update(host));
  }

  /** It is not needed any more. */
  leave(): void {
    if (this.isGone) return;
    this.isGone = true;
    clearTimeout(this.timer);
    removeEventListener("error", this.hear);
    removeEventListener("unhandledrejection", this.hear);
    removeEventListener("pagehide", rest);
    rest();
    this.clear();
  }

  private async begin(host: Host): Promise<void> {
    await this.trying(async () => {
      note(this.desk.facts.board!);
      const found = (await import(/* @vite-ignore */ this.desk.facts.board!)) as BoardModule;
      const mounting = found.mount?.(this.element, host);
      rest();
      const drawn = await mounting;
      clearTimeout(this.timer);
      if (!isDrawn(drawn)) throw new Error(this.desk.say("no_board"));
      this.drawn = drawn;
      if (this.isGone)
        this.clear(); // while it came
      else if (this.host !== host) return this.update(this.host!);
    });
  }

  private update(host: Host): unknown {
    note(this.desk.facts.board!);
    const updating = this.drawn?.update(host);
    rest();
    return updating;
  }

  private async trying(work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (reason) {
      this.fail(wordsOf(reason));
    }
  }

  private fail(fault: string): void {
    if (this.isGone) return;
    this.leave();
    this.onfault(fault.slice(0, LONGEST));
  }

  private clear(): void {
    try {
      this.drawn?.destroy();
    } catch {
      // It is cleared away in any case.
    }
    this.element.replaceChildren();
  }

  /** Something has gone wrong on the page: perhaps in its code, after a click or a while. */
  private readonly hear = (event: ErrorEvent | PromiseRejectionEvent): void => {
    const reason: unknown = event instanceof ErrorEvent ? event.error : event.reason;
    const place =
      reason instanceof Error ? reason.stack : event instanceof ErrorEvent ? event.filename : null;
    const folder = this.desk.facts.board!.replace(/[^/]*$/, "");
    // The page itself rejects with nothing but errors.
    if (place === null || place?.includes(folder)) this.fail(wordsOf(reason));
  };
}

const wordsOf = (reason: unknown): string =>
  reason instanceof Error ? reason.message : String(reason);

// Where nothing can be stored, nobody knows that a board hung.

function note(board: string): void {
  try {
    sessionStorage.setItem(NOTE, board);
  } catch {
    // See above.
  }
}

function rest(): void {
  try {
    sessionStorage.removeItem(NOTE);
  } catch {
    // See above.
  }
}

function noted(): string | null {
  try {
    return sessionStorage.getItem(NOTE);
  } catch {
    return null;
  }
}

const isDrawn = (drawn: unknown): drawn is Drawn =>
  typeof (drawn as Drawn | null)?.update === "function" &&
  typeof (drawn as Drawn | null)?.destroy === "function";
