/** How the table is laid out: by the size of the window alone, the same for every game. */

/**
 * `upright`: a phone held upright; `side`: a phone on its side;
 * `tablet`: as upright, with more room; `wide`: everything at once.
 */
export type Form = "upright" | "side" | "tablet" | "wide";

const LOW = 500; // a screen that lies is a phone below this height
const NARROW = 700;
const WIDE = 1000;

export function formOf(width: number, height: number): Form {
  if (height < LOW && width > height) return "side";
  if (width < NARROW) return "upright";
  return width <= WIDE ? "tablet" : "wide";
}

const TYPING = "input, textarea, select";

class Current {
  now = $state<Form>(formOf(innerWidth, innerHeight));
  private width = innerWidth;

  constructor() {
    addEventListener("resize", () => this.measure());
  }

  /** A keyboard that covers half of the screen does not turn a phone on its side. */
  private measure(): void {
    if (innerWidth === this.width && document.activeElement?.matches(TYPING)) return;
    this.width = innerWidth;
    this.now = formOf(innerWidth, innerHeight);
  }
}

export const form = new Current();
