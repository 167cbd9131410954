import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  CARD,
  CHAMBER_HEIGHT,
  HEIGHT,
  WIDTH,
  along,
  fieldAt,
  neighbours,
  road,
  rooms,
  route,
  tunnels,
  type Point,
} from "./geometry";
import { evenly } from "./filling";
import { outlook } from "./reach";
import type { BoardDocument, View } from "./view";

const COMPONENTS = "../src/formicarium/games/minicity/components";
const board = JSON.parse(readFileSync(`${COMPONENTS}/board.json`, "utf8")) as BoardDocument;
const places = rooms(board);
const arcs = tunnels(board, places);
const SHARES = Array.from({ length: 21 }, (_, number) => number / 20);

const isInside = (point: Point, id: number, margin: number) => {
  const room = places.get(id)!;
  return (
    Math.abs(point.x - room.x) < room.width / 2 + margin &&
    Math.abs(point.y - room.y) < CHAMBER_HEIGHT / 2 + margin
  );
};

describe("the hill", () => {
  it("has no chambers that overlap", () => {
    for (const [one, room] of places) {
      for (const [other, next] of places) {
        if (one >= other) continue;
        const isApart =
          Math.abs(room.x - next.x) >= (room.width + next.width) / 2 + 8 ||
          Math.abs(room.y - next.y) >= CHAMBER_HEIGHT;
        expect(isApart, `${one} and ${other}`).toBe(true);
      }
    }
  });

  it("has no tunnel that runs through a strange chamber", () => {
    for (const arc of arcs) {
      for (const id of places.keys()) {
        if (arc.ends.includes(id)) continue;
        expect(
          SHARES.some((share) => isInside(along(arc, share), id, 4)),
          `${arc.key} at ${id}`,
        ).toBe(false);
      }
    }
  });

  it("has no tunnels that cross outside of chambers", () => {
    for (const arc of arcs) {
      for (const other of arcs) {
        if (arc.key >= other.key || arc.ends.some((end) => other.ends.includes(end))) continue;
        const nearest = Math.min(
          ...SHARES.flatMap((one) =>
            SHARES.map((two) => distance(along(arc, one), along(other, two))),
          ),
        );
        expect(nearest, `${arc.key} and ${other.key}`).toBeGreaterThan(22);
      }
    }
  });

  it("lets ants walk through tunnels only", () => {
    const path = route(board, 1, 6);
    expect(path).toEqual([1, 2, 6]);
    expect(route(board, 3, 3)).toEqual([3]);
    expect(neighbours(board, 1).sort()).toEqual([2, 5]);
  });
});

describe("the roads", () => {
  it.each(["north", "south"] as const)(
    "%s lies within the drawing, and its fields apart",
    (name) => {
      const fields = road(name, 12);
      for (const [number, field] of fields.entries()) {
        expect(field.x).toBeGreaterThan(CARD.width / 2);
        expect(field.x).toBeLessThan(WIDTH - CARD.width / 2);
        expect(field.y).toBeLessThan(HEIGHT - CARD.height / 2);
        expect([...places.keys()].some((id) => isInside(field, id, CARD.height / 2))).toBe(false);
        if (number) expect(distance(field, fields[number - 1]!)).toBeGreaterThan(CARD.width + 6);
      }
    },
  );

  it("take the next card at both ends of the row", () => {
    expect(fieldAt(".....rg.....", "nw")).toBe(4);
    expect(fieldAt(".....rg.....", "ne")).toBe(7);
    expect(fieldAt("............", "sw")).toBeUndefined();
    expect(fieldAt("rrrrrr......", "nw")).toBeUndefined();
  });
});

describe("the reach of a card", () => {
  const ants = { red: 1, grey: 2, yellow: 25, violet: 44, black: 46 };
  const view = {
    ants,
    north: "....grr.....",
    south: "............",
    options: { tunnels: "open" },
    seats: [{ friends: ["millipede"] }],
    used: [],
  } as unknown as View;

  it("counts the run inwards and knows who stands in the way", () => {
    const east = outlook(board, view, 0, "red", "ne")!;
    expect(east.steps).toBe(3);
    expect(east.extra).toBe(1);
    expect(east.run).toEqual([7, 6, 5]);
    expect(east.chambers.has(2)).toBe(false);
    expect(east.chambers.get(3)).toBe(2);
    expect(outlook(board, view, 0, "red", "nw")!.steps).toBe(1);
    expect(outlook(board, view, 0, "red", "sw")).toBeNull();
  });

  it("stops at ants where they block", () => {
    const blocked = outlook(board, { ...view, options: { tunnels: "blocked" } }, 0, "red", "nw")!;
    expect([...blocked.chambers.keys()].sort()).toEqual([5, 6]);
  });
});

describe("a box", () => {
  const none = { yellow: 0, orange: 0, blue: 0, green: 0, pink: 0 };

  it("is filled with a bit of everything, and more of what there is more of", () => {
    const reserve = { yellow: 7, orange: 6, blue: 5, green: 4, pink: 3 };
    expect(evenly(none, reserve, 7).join(" ")).toBe("yellow orange blue green pink yellow orange");
    expect(evenly({ ...none, yellow: 3 }, reserve, 4)).not.toContain("yellow");
  });

  it("takes no stone that is not there", () => {
    expect(evenly(none, { ...none, pink: 2 }, 7)).toEqual(["pink", "pink"]);
    expect(evenly(none, none, 3)).toEqual([]);
  });
});

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
