/** What a view tells, put in order for the general board: without knowing any game. */

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json };
type Fields = { [field: string]: Json };

/** One thing that is shown, and whether it was otherwise before. */
export type Node = { isNew: boolean } & Shape;

type Shape =
  | { kind: "word"; value: null | boolean | number | string }
  | { kind: "list"; items: Node[] }
  | { kind: "fields"; fields: Field[] }
  | { kind: "table"; columns: string[]; rows: Row[] };

/** Something with a name. */
export interface Field {
  name: string;
  node: Node;
}

interface Row {
  /** Where rows have names: a list is only counted. */
  name: string | null;
  cells: (Node | null)[];
}

/** The whole view: what belongs to each seat, and what lies between them. */
export interface Table {
  seats: Field[][];
  shared: Field[];
}

/** Fields that something else of the page tells, or that say how the game was begun. */
const TOLD = ["game", "players", "options", "to_act", "scores"];
/** A list of this name has one entry for each seat, whatever the game. */
const SEATS = "seats";

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isPlain = (value: Json): boolean => typeof value !== "object" || value === null;
const isShort = (value: Json): boolean =>
  isPlain(value) || (Array.isArray(value) && value.every(isPlain));
const isSame = (one: Json | undefined, other: Json): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The view in order. `before` is what it was, to mark what has changed; without it nothing is
 * marked. `bySeat` names the lists that have one entry for each seat, or several in a row.
 */
export function tableOf(
  view: object,
  before: object | null,
  players: number,
  bySeat: readonly string[],
): Table {
  const [now, then] = [view as Fields, before as Fields | null];
  const fields = Object.entries(now).filter(([name]) => !TOLD.includes(name));
  const isBySeat = ([name, value]: [string, Json]) =>
    [...bySeat, SEATS].includes(name) &&
    Array.isArray(value) &&
    value.length > 0 &&
    value.length % players === 0;
  const own = fields.filter(isBySeat);
  return {
    seats: Array.from({ length: players }, (_, seat) =>
      sideBySide(
        own.map(([name, value]) => {
          const [part, was] = [value, then?.[name]].map((list) => partOf(list, seat, players));
          return { name, node: nodeOf(part!, then ? (was ?? null) : part!) };
        }),
      ),
    ),
    shared: fields
      .filter((field) => !isBySeat(field))
      .map(([name, value]) => ({ name, node: nodeOf(value, then ? then[name] : value) })),
  };
}

/** Of a seat that is told whole the fields stand side by side, if no others have their names. */
function sideBySide(parts: Field[]): Field[] {
  const names = new Set(parts.map(({ name }) => name));
  return parts.flatMap((part) => {
    if (part.node.kind !== "fields") return [part];
    const { fields } = part.node;
    if (fields.some(({ name }) => name !== part.name && names.has(name))) return [part];
    fields.forEach(({ name }) => names.add(name));
    return fields;
  });
}

/** What a list has for a seat: one entry, or as many as each has. */
function partOf(list: Json | undefined, seat: number, players: number): Json | undefined {
  if (!Array.isArray(list)) return undefined;
  const each = list.length / players;
  return each === 1 ? list[seat] : list.slice(seat * each, (seat + 1) * each);
}

/** A value and all that is in it. */
export function nodeOf(value: Json, before: Json | undefined): Node {
  const isNew = !isSame(before, value);
  if (Array.isArray(value)) return { isNew, ...listed(value, Array.isArray(before) ? before : []) };
  if (isFields(value)) return { isNew, ...named(value, isFields(before) ? before : {}) };
  return { isNew, kind: "word", value };
}

function listed(values: Json[], before: Json[]): Shape {
  if (values.length && values.every(isFields)) {
    return tabled(values.map((value, at) => ({ name: null, value, was: before[at] })));
  }
  if (values.some((value) => !isPlain(value))) {
    return { kind: "list", items: values.map((value, at) => nodeOf(value, before[at])) };
  }
  // What is in a list counts, not where: nothing else is new because something before it is gone.
  const left = before.map((one) => JSON.stringify(one));
  const items = values.map((value) => {
    const at = left.indexOf(JSON.stringify(value));
    if (at >= 0) left.splice(at, 1);
    return { ...nodeOf(value, value), isNew: at < 0 };
  });
  return { kind: "list", items };
}

function named(values: Fields, before: Fields): Shape {
  const all = Object.entries(values);
  if (all.length > 1 && all.every(([, value]) => isFields(value))) {
    return tabled(
      all.map(([name, value]) => ({ name, value: value as Fields, was: before[name] })),
    );
  }
  return {
    kind: "fields",
    fields: all.map(([name, value]) => ({ name, node: nodeOf(value, before[name]) })),
  };
}

/** Things of one kind, one under the other; what is too long for a cell makes them a list. */
function tabled(things: { name: string | null; value: Fields; was: Json | undefined }[]): Shape {
  const columns = [...new Set(things.flatMap(({ value }) => Object.keys(value)))];
  const fieldsOf = (was: Json | undefined) => (isFields(was) ? was : {});
  if (things.some(({ value }) => !Object.values(value).every(isShort))) {
    return {
      kind: "list",
      items: things.map(({ name, value, was }) => {
        const node = nodeOf(value, was);
        return name === null
          ? node
          : { isNew: node.isNew, kind: "fields", fields: [{ name, node }] };
      }),
    };
  }
  return {
    kind: "table",
    columns,
    rows: things.map(({ name, value, was }) => ({
      name,
      cells: columns.map((column) =>
        column in value ? nodeOf(value[column]!, fieldsOf(was)[column]) : null,
      ),
    })),
  };
}
