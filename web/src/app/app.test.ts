import { expect, test } from "vitest";
import { noticeOf, placeOf } from "./notices";
import { changesPerson, mayBeKept } from "./own";
import { keyOf, wayOf } from "./plan";

const HOUSE = "https://house";
const way = (path: string, more = {}) =>
  wayOf({ method: "GET", url: new URL(path, HOUSE).href, isVisit: false, ...more }, HOUSE);

test.each([
  ["/page/assets/index-abc.js", "file"],
  ["/engine/pebbles-0a1b.wasm", "file"],
  ["/game-files/0a1b/art/ant.svg", "file"],
  ["/api/games", "shared"],
  ["/api/games/pebbles/guide?language=de", "shared"],
  ["/api/games/pebbles/lessons", "shared"],
  ["/api/games/pebbles/puzzles/7", "shared"],
  ["/api/tables?list=mine&page=0", "own"],
  ["/api/tables/abc", "own"],
  ["/api/tables/abc/history?open=true&since=60", "own"],
  ["/api/daily", "own"],
])("an answer to %s is kept as %s", (path, expected) => {
  expect(way(path)).toBe(expected);
});

test.each([
  "/page/ant.svg", // its name says nothing of what is in it
  "/api/me",
  "/api/me/data",
  "/api/sessions",
  "/api/admin/people?find=ada",
  "/api/tables/abc?seat=1",
  "/api/tables/abc/history?seat=0&since=1",
  "/api/tables/abc/history?since=1",
  "/api/tables/abc/world?seat=0",
  "/api/tables/abc/preview?seat=0&action=1",
  "/api/games/pebbles/puzzles/7/solution",
  "/api/jobs/abc",
  "/healthz",
  "https://elsewhere/api/games",
])("what is asked of %s is none of the worker's business", (path) => {
  expect(way(path)).toBe("none");
});

test("commands and whatever else changes something go past the worker", () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect(way("/api/tables/abc", { method })).toBe("none");
    expect(way("/api/games", { method })).toBe("none");
  }
});

test("a visit is to a page, not to what lies beside them", () => {
  for (const path of ["/", "/t/abc", "/rules/pebbles?all", "/no/such/page"]) {
    expect(way(path, { isVisit: true })).toBe("page");
  }
  for (const path of ["/api/tables/abc/record", "/schema", "/page/ant.svg"]) {
    expect(way(path, { isVisit: true })).toBe("none");
  }
});

test("each language has its own answer, however it was asked for", () => {
  const key = (path: string, language = "en") => keyOf(path, language, HOUSE);
  expect(key("/api/games/pebbles", "de")).toBe(key("/api/games/pebbles?language=de", "en"));
  expect(key("/api/games", "de")).not.toBe(key("/api/games", "fr"));
  expect(key("/api/tables?page=0&list=mine")).toBe(key("/api/tables?list=mine&page=0"));
});

test("what is seen at a screen for several is kept when the game is over", () => {
  const seats = (...mine: boolean[]) => mine.map((one) => ({ mine: one }));
  expect(mayBeKept({ seats: seats(true, false), status: "playing" })).toBe(true);
  expect(mayBeKept({ seats: seats(true, true), status: "playing" })).toBe(false);
  expect(mayBeKept({ seats: seats(true, true), status: "over" })).toBe(true);
});

test("whoever logs in, out or leaves for good is somebody else", () => {
  for (const [method, path] of [
    ["POST", "/api/session"],
    ["DELETE", "/api/session"],
    ["DELETE", "/api/me"],
    ["POST", "/api/password-reset"],
  ] as const) {
    expect(changesPerson(method, path)).toBe(true);
  }
  expect(changesPerson("GET", "/api/me")).toBe(false);
  expect(changesPerson("POST", "/api/tables")).toBe(false);
});

test.each([
  ["/t/abc", "/t/abc"],
  ["/t/abc?seat=1", "/t/abc?seat=1"],
  ["https://house/daily", "/daily"],
  ["https://elsewhere/t/abc", "/"],
  ["//elsewhere/t/abc", "/"],
  ["\\\\elsewhere\\t", "/"],
  ["https://house@elsewhere/", "/"],
  ["https://house:8443/t/abc", "/"],
  ["javascript:alert(1)", "/"],
  ["data:text/html,x", "/"],
  ["/api/tables/abc/record", "/"],
  ["/page/ant.svg", "/"],
  [17, "/"],
  [undefined, "/"],
])("a notice of %s opens %s", (url, place) => {
  expect(placeOf(url, HOUSE)).toBe(place);
});

test("a message is shown as it says", () => {
  const told = { title: "Your turn", body: "Pebbles", url: "/t/abc", tag: "t abc", waiting: 3 };
  expect(noticeOf(JSON.stringify(told), HOUSE, "en")).toEqual(told);
});

test.each(["", "not JSON", "null", "[]", '"text"', '{"title": 7, "url": {}, "waiting": "many"}'])(
  "of a message that cannot be read (%s) it is said that it is somebody's turn",
  (message) => {
    const plain = { body: "", url: "/", tag: "turn", waiting: null };
    expect(noticeOf(message, HOUSE, "de-AT")).toEqual({ title: "Du bist am Zug", ...plain });
    expect(noticeOf(message, HOUSE, "nl")).toEqual({ title: "Your turn", ...plain });
  },
);
