/** What a push says, and which page it may open. */
import { your_turn as en } from "../words/en.json";
import { your_turn as de } from "../words/de.json";
import { your_turn as fr } from "../words/fr.json";
import { isPage } from "./plan";

export interface Notice {
  title: string;
  body: string;
  /** A page of this house. */
  url: string;
  /** Of two notices with the same one the later takes the place of the other. */
  tag: string;
  /** How many tables wait; unknown where the message does not say. */
  waiting: number | null;
}

const TURN: Record<string, string> = { en, de, fr };
const LONGEST = 300; // letters

/** The page that an address means; the first one where it is none of this house. */
export function placeOf(url: unknown, origin: string): string {
  const place = typeof url === "string" && URL.canParse(url, origin) ? new URL(url, origin) : null;
  return place && isPage(place, origin) ? place.pathname + place.search : "/";
}

/** What is shown of a message; where it cannot be read, that it is somebody's turn. */
export function noticeOf(message: string, origin: string, language: string): Notice {
  const told = read(message);
  const text = (one: unknown) => (typeof one === "string" ? one.slice(0, LONGEST) : "");
  const waiting = Number.isInteger(told.waiting) ? Math.max(0, told.waiting as number) : null;
  return {
    title: text(told.title) || TURN[language.slice(0, 2)] || en,
    body: text(told.body),
    url: placeOf(told.url, origin),
    tag: text(told.tag) || "turn",
    waiting,
  };
}

function read(message: string): Record<string, unknown> {
  try {
    const told: unknown = JSON.parse(message);
    return told !== null && typeof told === "object" ? (told as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
