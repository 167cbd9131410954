/** What each kind of action moves: see games/contract.ts, and things.ts for the names. */
import type { Home, Motion, Thing } from "../contract";
import type { Line } from "../../lib/api";
import type { Desk } from "../../table/desk.svelte";
import { kindOf, movedBy, type Movers, type Shown } from "../../table/kinds";
import { galleriesOf, piece } from "./galleries";
import { CODES, type Kind, type View } from "./schema";
import {
  anthillThing,
  barracksThing,
  galleryThing,
  hubThing,
  kindThing,
  rowThing,
  slotThing,
} from "./things";
import { anthillsOf, ownerOf, ringOf, shown, tileOf } from "./view";

type Step = Shown<View>;

/** The anthill that a step is about: the one in play. */
const builder = ({ before, seat }: Step): number => before.anthill ?? anthillsOf(before, seat)[0]!;

/** Soldiers, one after the other. */
const soldiers = (count: number, from: Thing, to: Thing, more: Partial<Motion> = {}): Motion => ({
  kind: "fly",
  thing: kindThing("soldier"),
  icon: "soldier",
  from,
  to,
  count,
  ms: 300,
  sound: "click",
  ...more,
});

/** The price: a soldier onto each tile that is passed over, or a token back to the others. */
function paid(step: Step, passed: number, byToken: boolean): Motion[] {
  const hub = hubThing(builder(step));
  if (byToken)
    return [{ kind: "fly", thing: "token", icon: "token", from: hub, to: "tokens", ms: 300 }];
  return Array.from({ length: passed }, (_, place) => ({
    ...soldiers(1, hub, rowThing(place + 1)),
    ...(place ? { after: 90 } : {}),
  }));
}

function take(step: Step, byToken: boolean): Motion[] {
  const { before, after, number } = step;
  const [hub, lying] = [hubThing(builder(step)), before.soldiers[number] ?? 0];
  const tile = before.row[number]!;
  const slot = ringOf(after.anthills[builder(step)]!).indexOf(tile);
  const moved: Motion[] =
    slot < 0
      ? [{ kind: "fly", thing: rowThing(number + 1), to: "hand", after: 60, sound: "wood" }]
      : placed(step, rowThing(number + 1), slot);
  return [
    ...paid(step, number, byToken),
    ...moved,
    ...(lying
      ? [soldiers(lying, rowThing(number + 1), hub, { after: 60, gain: armyOf(lying) })]
      : []),
    ...ended(step),
  ];
}

const armyOf = (n: number) => ({ n, icon: "soldier" as const });

/** A tile comes to its slot, its galleries close, and what it shows comes about. */
function placed(step: Step, from: Thing, slot: number): Motion[] {
  const anthill = builder(step);
  const thing = slotThing(anthill, slot);
  return [
    { kind: "fly", thing, from, ms: 400, after: 60, sound: "wood", gain: {} },
    ...closed(step, anthill, slot),
    ...effect(step, anthill, slot),
  ];
}

/** The galleries that a new tile goes on with light up. */
function closed({ after, desk }: Step, anthill: number, slot: number): Motion[] {
  const ring = ringOf(after.anthills[anthill]!);
  const tiles = ring.map((id) => (id ? tileOf(desk, id) : null));
  const joined = galleriesOf(tiles).filter(({ slots }) => slots.has(slot) && slots.size > 1);
  const pieces = joined.flatMap(({ pieces }) => [...pieces]);
  return ring.flatMap((id, at) =>
    (id ? tileOf(desk, id).segments : []).flatMap((_, segment): Motion[] =>
      pieces.includes(piece(at, segment))
        ? [
            {
              kind: "glow",
              thing: galleryThing(anthill, at, segment),
              ...(at === slot ? {} : { after: 0 }),
            },
          ]
        : [],
    ),
  );
}

/** What the specialist on a new tile brings. */
function effect({ before, after, desk }: Step, anthill: number, slot: number): Motion[] {
  const tile = ringOf(after.anthills[anthill]!)[slot]!;
  const shows = tileOf(desk, tile).segments.find(({ specialist }) => specialist)?.specialist;
  const hub = hubThing(anthill);
  const joined = after.anthills[anthill]!.army - before.anthills[anthill]!.army;
  const leader = before.leader;
  if (shows === "nurse")
    return [soldiers(Math.max(0, joined), "reserve", hub, { gain: armyOf(joined), after: 0 })];
  if (shows === "architect")
    return [{ kind: "fly", thing: "token", icon: "token", from: "tokens", to: hub, after: 0 }];
  if (shows !== "officer") return [];
  const lost = before.anthills[leader]!.army - after.anthills[leader]!.army;
  return [
    soldiers(Math.max(0, lost), hubThing(leader), "reserve", { after: 0 }),
    soldiers(Math.max(0, joined), "reserve", hub, { gain: armyOf(joined) }),
  ];
}

/** The barracks of a slot, filled or emptied. */
function garrison(step: Step, slot: number, isFilled: boolean): Motion[] {
  const anthill = builder(step);
  const tile = ringOf(step.after.anthills[anthill]!)[slot]!;
  const [hub, posts] = [hubThing(anthill), barracksThing(anthill, slot)];
  const size = tileOf(step.desk, tile).barracks ?? 0;
  const [from, to] = isFilled ? [hub, posts] : [posts, hub];
  return [soldiers(size, from, to, { gain: {} }), ...ended(step)];
}

/** The end of a round: new tiles come into the row, and the marker may pass on. */
function ended({ before, after }: Step): Motion[] {
  const fresh = after.row.filter((tile) => !before.row.includes(tile));
  return [
    ...fresh.map((tile, n): Motion => ({
      kind: "fly",
      thing: rowThing(after.row.indexOf(tile) + 1),
      from: "pile",
      ...(n ? { after: 60 } : {}),
      sound: "wood",
    })),
    ...marker(before, after),
  ];
}

function marker(before: View, after: View): Motion[] {
  if (before.leader === after.leader) return [];
  return [{ kind: "fly", thing: "marker", icon: "flag", ms: 450, after: 0, sound: "horn" }];
}

/** What a specialist or an anthill of hers is asked about. */
const pulse = (thing: Thing): Motion => ({ kind: "glow", thing, ms: 200, sound: "horn" });

export const movers: Movers<Kind, View> = {
  take: (step) => take(step, false),
  take_with_token: (step) => take(step, true),
  place: (step) => {
    const anthill = builder(step);
    const ring = ringOf(step.after.anthills[anthill]!);
    return [...placed(step, "hand", ring.indexOf(step.before.tile!)), ...ended(step)];
  },
  man_yes: (step) => garrison(step, step.before.slot! - 1, true),
  man_no: (step) => [
    { kind: "glow", thing: barracksThing(builder(step), step.before.slot! - 1), ms: 200 },
    ...ended(step),
  ],
  garrison: (step) => garrison(step, step.number, true),
  withdraw: (step) => garrison(step, step.number, false),
  // The rest stays where it is; with the last tile of a round others come.
  done: (step) => [{ ...pulse(hubThing(builder(step))), sound: "click" }, ...ended(step)],
  anthill: (step) => [pulse(anthillThing(step.after.anthill ?? 0))],
  lead: ({ before, after, number }) =>
    before.leader === after.leader ? [pulse(hubThing(number))] : marker(before, after),
};

export const motions = movedBy(CODES, movers);

/** One turn is one sentence: which anthill, which tile, where to, and who mans it. */
export function joins(line: Line, sentence: readonly Line[]): "and" | null {
  const last = kindOf(CODES, sentence.at(-1)!.code!).kind;
  const { kind } = kindOf(CODES, line.code!);
  if (kind === "anthill" || kind === "lead") return null;
  if (kind === "take" || kind === "take_with_token") return last === "anthill" ? "and" : null;
  return last === "lead" ? null : "and";
}

const isPart = (kind: string) => kind === "slot" || kind === "barracks";

/**
 * What is in somebody's hand is with her anthill; what lies in an anthill, with its owner.
 * One's own anthill is seen large, that of somebody else among all of them.
 */
export function home(desk: Desk, thing: Thing): Home | null {
  const view = shown(desk);
  if (thing === "hand") return { thing: hubThing(view.anthill ?? 0), seat: view.to_act[0] };
  const found = /^(hub|slot|barracks|anthill) (\d+)/.exec(thing);
  if (found) {
    const anthill = Number(found[2]);
    const seat = ownerOf(view, anthill);
    const place = seat === desk.looking ? "own" : "all";
    return { ...(isPart(found[1]!) && { thing: anthillThing(anthill) }), place, seat };
  }
  return thing === "marker" ? { seat: ownerOf(view, view.leader) } : null;
}
