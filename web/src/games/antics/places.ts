/** The parts of the table that small screens show one at a time. */
import type { Box, Focus, Home, Place, Thing } from "../contract";
import type { Desk } from "../../table/desk.svelte";
import { form } from "../../table/form.svelte";
import { frame } from "./forest";
import { extent } from "./hill";
import type { Plan } from "./plan.svelte";
import { display, type Lying } from "./scouts";
import { boardOf, shown, type View } from "./view";

/** Empty hexes around a hill: a tile on the ground reaches so far. */
export const RING = 2;

const LIVE: Record<string, RegExp> = {
  hill: /^hex /,
  forest: /^(path|clearing|home)/,
  scouts: /^(field|anteater)/,
};

/** How the scouts' display lies on this screen. */
export const lying = (): Lying => (form.now === "side" ? "side" : "upright");

export function places(desk: Desk, plan: Plan): Place[] {
  const live = (id: string) =>
    [...plan.offers.keys()].filter((place) => LIVE[id]!.test(place)).length;
  const name = (id: string) => ({ id, name: desk.say(`tab_${id}`), live: live(id) });
  const scouts = display(lying());
  return [
    { ...name("hill"), ...hillPlace(desk) },
    { ...name("forest"), ...forestPlace(desk) },
    { ...name("scouts"), width: scouts.width, height: scouts.height },
  ];
}

function hillPlace(desk: Desk): { width: number; height: number; rest: Box } {
  const cells = (desk.view as View).colonies[desk.looking]!.hexes.map((hex) => hex.at);
  const [all, hill] = [extent(cells, RING), extent(cells, 0.2)];
  const rest = { ...hill, x: hill.x - all.x, y: hill.y - all.y };
  return { width: all.width, height: all.height, rest };
}

/** At rest it fills the height of a phone; what lies at its sides can be dragged. */
function forestPlace(desk: Desk): { width: number; height: number; rest?: Box } {
  const { width, height } = frame(boardOf(desk));
  const rest = { x: width / 2, y: 0, width: 1, height };
  return { width, height, rest: form.now === "upright" ? rest : undefined };
}

/** Which place each question is asked in; where it is asked in the tray alone, none. */
const ASKED: Record<View["phase"], string | null> = {
  act: "hill",
  store: "hill",
  tile: "hill",
  hex: "hill",
  lay: "hill",
  scout: "scouts",
  anteater: "scouts",
  hatch: "forest",
  ants: "forest",
  transport: "forest",
  give: "forest",
  return: null,
  over: null,
};

/**
 * Where I decide; else where others do, as long as that is not at a hill of theirs.
 * Of a forest in which they move everything is shown: nobody knows where they go.
 */
export function focus(desk: Desk, plan: Plan): Focus | null {
  if (shown(desk).phase === "over") return { place: "hill" };
  const place = plan.isStealing ? "forest" : ASKED[phaseOf(desk, plan)];
  if (!place || (!plan.isMine && place === "hill")) return null;
  if (plan.isMine || place !== "forest") return { place };
  const { width, height } = frame(boardOf(desk));
  return { place, around: { x: 0, y: 0, width, height } };
}

// A step that waits for its tick is decided where it was asked for.
const phaseOf = (desk: Desk, plan: Plan): View["phase"] =>
  plan.isMine ? (desk.view as View).phase : shown(desk).phase;

/** Where things are to be found that are not on the screen. */
const HOMES: Record<string, string> = {
  path: "forest",
  clearing: "forest",
  lying: "forest",
  home: "forest",
  nest: "forest",
  brood: "forest",
  worker: "forest",
  soldier: "forest",
  load: "forest",
  field: "scouts",
  column: "scouts",
  row: "scouts",
  anteater: "scouts",
  meal: "scouts",
  bag: "scouts",
};

/** What stands or lies on something else. */
function beneath(kind: string, words: string[]): Thing | undefined {
  if (kind === "worker" || kind === "soldier") return `path ${words[1]}`;
  if (kind === "brood") return `nest ${words[1]}`;
  return kind === "lying" ? `clearing ${words[0]}` : undefined;
}

export function home(desk: Desk, thing: Thing): Home | null {
  const [kind, ...words] = thing.split(" ");
  const [seat] = words;
  const place = HOMES[kind!];
  const on = beneath(kind!, words);
  if (place) return { place, ...(on && { thing: on }) };
  if (seat === undefined || Number.isNaN(Number(seat))) return null;
  const isOwn = Number(seat) === desk.looking;
  return isOwn && /^(hex|marker)$/.test(kind!) ? { place: "hill" } : { seat: Number(seat) };
}
