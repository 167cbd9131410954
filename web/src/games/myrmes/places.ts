/** The parts of the table on a small screen, and where the present decision is made. */
import type { Desk } from "../../table/desk.svelte";
import { form } from "../../table/form.svelte";
import type { Box, Focus, Home, Place, Thing } from "../contract";
import { extent, gardenOf, named, place } from "./hexes";
import type { Plan } from "./plan.svelte";
import { taken, thing as nameOf, type Kind } from "./things";
import { shown, type View } from "./view";

const DEN = { width: 360, height: 704 };
/** The year, event track and nurses: the upper part of a colony. */
const BROOD: Box = { x: 0, y: 0, width: 360, height: 388 };
const CARDS = { width: 360, height: 278 };
/** What is to be seen around a hex. */
const near = (): number => (form.now === "tablet" ? 230 : 110);
const IN_GARDEN: readonly Kind[] = ["hex", "tile", "cube", "prey", "tunnel", "walker", "ghost"];
const IN_COLONY: readonly Kind[] = [
  ...["event", "marker", "track", "slot", "nurses", "nurse", "act"],
  ...["room", "yield", "inside", "level", "form", "die", "year", "winter"],
] as Kind[];

export function places(desk: Desk, plan: Plan): Place[] {
  const { width, height } = extent(gardenOf(desk).values());
  const inGarden = desk.which((text) => named(text).length > 0).length;
  const aims = desk.which((text) => text.startsWith("objective ")).length;
  const rest = around(desk, ownHexes(desk));
  return [
    { id: "garden", name: desk.say("garden"), width, height, rest, live: inGarden },
    {
      id: "colony",
      name: desk.say("colony"),
      ...DEN,
      rest: BROOD,
      live: plan.brood.open.length ? desk.actions.length : 0,
    },
    { id: "objectives", name: desk.say("objectives"), ...CARDS, live: aims },
  ];
}

export function focus(desk: Desk, plan: Plan): Focus | null {
  const view = desk.view as View;
  if (!desk.actions.length) return watched(desk);
  if (plan.brood.open.length) return { place: "colony", around: BROOD };
  if (plan.isAiming) return { place: "objectives" };
  if (view.phase === "worker") return { place: "garden", around: around(desk, ownHexes(desk)) };
  if (view.worker) return { place: "garden", around: around(desk, [view.worker]) };
  const hexes = desk.which((text) => named(text).length === 1).map((action) => action.text);
  return hexes.length ? { place: "garden", around: around(desk, hexes) } : null;
}

/** While others decide, what they do is looked at: most of it happens in the garden. */
function watched(desk: Desk): Focus | null {
  const { phase } = shown(desk);
  const isInGarden = ["worker", "garden", "lay", "over"].includes(phase);
  return isInGarden ? { place: "garden" } : null;
}

function ownHexes(desk: Desk): string[] {
  const view = desk.view as View;
  const seat = Math.min(desk.looking, view.players - 1);
  return view.seats[seat]!.tunnels;
}

/** A box around hexes, as the place is drawn. */
function around(desk: Desk, names: string[]): Box | undefined {
  if (!names.length) return undefined;
  const garden = extent(gardenOf(desk).values());
  const points = names.map(place);
  const [xs, ys] = [points.map(({ x }) => x - garden.x), points.map(({ y }) => y - garden.y)];
  const reach = near();
  const [x, y] = [Math.min(...xs) - reach, Math.min(...ys) - reach];
  return { x, y, width: Math.max(...xs) + reach - x, height: Math.max(...ys) + reach - y };
}

/** Where a thing is to be found: one's own on a place, that of others with their seat. */
export function home(desk: Desk, thing: Thing): Home | null {
  const found = taken(thing);
  if (!found) return null;
  const { kind, words } = found;
  const seat = Number(words[0]);
  if (kind === "hex" || (IN_GARDEN.includes(kind) && !words.length)) return { place: "garden" };
  if (IN_GARDEN.includes(kind)) return { thing: nameOf("hex", words[0]!), place: "garden" };
  if (kind === "objective") return { place: "objectives" };
  if (kind === "done") return { place: "objectives", seat };
  if (!IN_COLONY.includes(kind)) return Number.isNaN(seat) ? null : { seat };
  if (kind === "inside" || kind === "yield")
    return { thing: `room ${words.join(" ")}`, ...(seat === desk.looking ? {} : { seat }) };
  const isOwn = kind === "event" || Number.isNaN(seat) || seat === desk.looking;
  return isOwn ? { place: "colony" } : { seat };
}
