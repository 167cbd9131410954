/**
 * What the worker of the app does with a request: what comes from this version's own files, and
 * which answers are looked at again without a network.
 */

/**
 * `page`: the network, else the shell; `file`: whatever has this name has this content;
 * `shared`, `own`: the network, else what it answered last, to anybody or to this person;
 * `none`: the worker has nothing to do with it.
 */
export type Way = "page" | "file" | "shared" | "own" | "none";

/** A request, as far as it matters here. */
export interface Asked {
  method: string;
  url: string;
  /** Whether somebody goes to another page. */
  isVisit: boolean;
}

/** What the page says to the worker. */
export type Said =
  | { kind: "version" | "take over" | "tidy" }
  | { kind: "ahead"; language: string }
  | { kind: "seen"; path: string; language: string; answer: unknown }
  | { kind: "looked"; path: string };

const NO_PAGES = /^\/(api|schema|engine|game-files|page|healthz|readyz|metrics)(\/|$)/;
const FILES = /^\/((page\/assets|engine)\/[^/]+|game-files\/.+)$/;
const SHARED = /^\/api\/(puzzles|games(\/[^/]+(\/(rules|guide|lessons|puzzles(\/\d+)?))?)?)$/;
const OWN = /^\/api\/(daily|tables(\/[^/]+(\/history)?)?)$/;

/** How a request is answered. */
export function wayOf({ method, url, isVisit }: Asked, origin: string): Way {
  const place = new URL(url, origin);
  const { pathname, searchParams } = place;
  if (method !== "GET" || place.origin !== origin) return "none";
  if (isVisit) return NO_PAGES.test(pathname) ? "none" : "page";
  if (FILES.test(pathname)) return "file";
  if (SHARED.test(pathname)) return "shared";
  // What a single seat was shown is kept as its table's document alone.
  if (searchParams.has("seat")) return "none";
  if (pathname.endsWith("/history") && !searchParams.has("open")) return "none";
  return OWN.test(pathname) ? "own" : "none";
}

/** Under which name an answer is kept: one for each language. */
export function keyOf(url: string, language: string, origin: string): string {
  const place = new URL(url, origin);
  if (!place.searchParams.has("language")) place.searchParams.set("language", language);
  place.searchParams.sort();
  return place.pathname + place.search;
}

/** Whether a key is that of a table's document. */
export const isTable = (key: string): boolean => /^\/api\/tables\/[^/?]+\?/.test(key);

/** Whether a page of this house may be opened at an address. */
export const isPage = (place: URL, origin: string): boolean =>
  place.origin === origin && !NO_PAGES.test(place.pathname);
