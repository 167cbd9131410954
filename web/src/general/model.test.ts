import { expect, test } from "vitest";
import { nodeOf, tableOf, type Json, type Node } from "./model";

const view = {
  game: "pebbles",
  players: 2,
  stones: 7,
  taken: [2, 1],
  row: [3, 5, 5],
  dice: [4, 6],
  seats: [
    { hand: "rg", box: { red: 1, green: 0 } },
    { hand: null, box: { red: 0, green: 2 } },
  ],
  to_act: [0],
};

/** All that is marked, by what it says. */
function marked(node: Node): unknown[] {
  if (node.kind === "word") return node.isNew ? [node.value] : [];
  if (node.kind === "list") return node.items.flatMap(marked);
  if (node.kind === "fields") return node.fields.flatMap((field) => marked(field.node));
  return node.rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell ? marked(cell) : [])));
}

test("what belongs to a seat stands at the seat, everything else between them", () => {
  const { seats, shared } = tableOf(view, null, 2, ["taken"]);
  expect(shared.map(({ name }) => name)).toEqual(["stones", "row", "dice"]);
  expect(seats.map((fields) => fields.map(({ name }) => name))).toEqual([
    ["taken", "hand", "box"],
    ["taken", "hand", "box"],
  ]);
});

test("a list with several entries for each seat is shared out, another is left as it is", () => {
  const { seats, shared } = tableOf({ hills: [1, 2, 3, 4], row: [1, 2, 3] }, null, 2, [
    "hills",
    "row",
  ]);
  expect(seats[1]![0]!.node).toMatchObject({ kind: "list", items: [{ value: 3 }, { value: 4 }] });
  expect(shared.map(({ name }) => name)).toEqual(["row"]);
});

test("nothing is marked at first, and then what has changed", () => {
  const all = (before: object | null) => {
    const { seats, shared } = tableOf(view, before, 2, ["taken"]);
    return [...shared, ...seats.flat()].flatMap(({ node }) => marked(node));
  };
  expect(all(null)).toEqual([]);
  expect(all(view)).toEqual([]);
  expect(all({ ...view, stones: 9, taken: [0, 1], row: [5, 3] })).toEqual([7, 5, 2]);
});

test("things of one kind are a table, with names where they have any", () => {
  const cards = nodeOf([{ cost: 1 }, { cost: 2, kind: "ant" }], undefined);
  expect(cards).toMatchObject({ kind: "table", columns: ["cost", "kind"] });
  expect(cards.kind === "table" && cards.rows.map(({ cells }) => cells.map(Boolean))).toEqual([
    [true, false],
    [true, true],
  ]);
  const boxes = nodeOf({ red: { ants: 1 }, blue: { ants: 2 } }, undefined);
  expect(boxes.kind === "table" && boxes.rows.map(({ name }) => name)).toEqual(["red", "blue"]);
});

test("what is too long for a table is a list", () => {
  const deep = nodeOf([{ inside: { more: { still: 1 } } }], undefined);
  expect(deep).toMatchObject({ kind: "list", items: [{ kind: "fields" }] });
  expect(nodeOf([[1, 2], [3]], undefined)).toMatchObject({
    kind: "list",
    items: [{ kind: "list" }, { kind: "list" }],
  });
});

test("whatever a view holds is told", () => {
  const told: Json[] = [null, "", true, 1.5, [], {}, [[]], [{}], { a: [] }, { a: {}, b: {} }];
  for (const value of told) expect(nodeOf(value, undefined).kind).toBeTruthy();
});

test("what several lists have of a seat stands apart where names are the same", () => {
  const view = { seats: [{ food: 1 }, { food: 2 }], box: [{ food: 3 }, { food: 4 }] };
  const own = tableOf(view, null, 2, ["box"]).seats[0]!;
  expect(own.map(({ name }) => name)).toEqual(["food", "box"]);
  const names = tableOf({ seats: [{ box: 1 }], box: [{ seats: 3 }] }, null, 1, ["box"]).seats[0]!;
  expect(names.map(({ name }) => name)).toEqual(["seats", "box"]);
});
