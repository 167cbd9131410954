/**
 * What this browser remembers of its reader. Where nothing
 * can be stored, it holds until the page is closed.
 */
import { isFit } from "../engine/fitness";
import type { Speed } from "../table/beats";

export const KEY = "formicarium";

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

interface Stored {
  language: Language;
  theme: "auto" | "light" | "dark";
  motion: "auto" | "off";
  /** How fast what others did is shown. */
  speed: Speed;
  sound: boolean;
  /**
   * What a step that ends the turn or reveals something waits for:
   * a tick, some seconds in which it can be called back, or nothing.
   */
  confirm: "tick" | "later" | "never";
  /** Whether a phone trembles a little when something is chosen. */
  tremble: boolean;
  /** The hand that holds a phone on its side: on that side lie the buttons. */
  hand: "right" | "left";
  /** Whether this device thinks by itself about hints and analyses. */
  engine: boolean;
  /** The bots that were chosen last. */
  level: string;
  /** Chapters that were passed, by game. */
  passed: Record<string, string[]>;
  /** Puzzles that were solved, by game. */
  solved: Record<string, string[]>;
  /** Whether somebody has been here before, and needs no welcome. */
  isKnown: boolean;
  /** Whether somebody was offered to be told when it is her turn, and has answered. */
  telling: "" | "offered" | "answered";
}

const USUAL: Stored = {
  language: LANGUAGES.find((one) => navigator.language.startsWith(one)) ?? "en",
  theme: "auto",
  motion: "auto",
  speed: "normal",
  sound: false,
  confirm: "tick",
  tremble: false,
  hand: "right",
  engine: isFit(),
  level: "easy",
  passed: {},
  solved: {},
  isKnown: false,
  telling: "",
};

/** What is stored now, perhaps by another tab. */
export function stored(): Partial<Stored> {
  try {
    const { confirm, ...kept } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<
      Omit<Stored, "confirm"> & { confirm: Stored["confirm"] | boolean }
    >;
    // Older pages only knew yes and no.
    const asked = typeof confirm === "boolean" ? (confirm ? "tick" : "never") : confirm;
    return asked ? { ...kept, confirm: asked } : kept;
  } catch {
    return {};
  }
}

export const prefs = $state<Stored>({ ...USUAL, ...stored() });

/** Keep what was chosen; what another tab has chosen meanwhile stays. */
export function remember(changed: Partial<Stored>): void {
  Object.assign(prefs, changed);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), ...changed }));
  } catch {
    // Storage is switched off: the choice holds until the page is closed.
  }
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move on the screen. */
export function mayMove(): boolean {
  return prefs.motion === "auto" && !still.matches;
}

/** Let the phone tremble for so many milliseconds, where that is wanted and can be done. */
export function tremble(time: number): void {
  if (prefs.tremble) navigator.vibrate?.(time);
}
