/** What each kind of action moves: see games/contract.ts, and things.ts for the names. */
import type { Motion } from "../contract";
import type { Line } from "../../lib/api";
import { kindOf, movedBy, type Movers, type Shown } from "../../table/kinds";
import { beside, nameOf } from "./hill";
import { CODES, type Kind } from "./schema";
import { ROWS } from "./scouts";
import { nestOfPath } from "./forest";
import { things } from "./things";
import {
  boardOf,
  carried,
  foodIcon,
  isColour,
  preyOf,
  type Colony,
  type Colour,
  type Mark,
  type Nest,
  type PathName,
  type Point,
  type Prey,
  type View,
  type Way,
} from "./view";

type Step = Shown<View>;

const MARKS: Mark[] = ["scout", "build", "hatch", "ants", "transport", "fungus"];
const NESTS: Nest[] = ["flower", "grass", "water", "soil", "stone", "red"];

const mine = ({ before, after, seat }: Step): [Colony, Colony] => [
  before.colonies[seat]!,
  after.colonies[seat]!,
];
const pathOf = (number: number): PathName => (number === 0 ? "gorge" : number);
/** What is in one list and not in the other, as often as it is more often there. */
function beyond<T>(some: readonly T[], others: readonly T[]): T[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

// --- The hill and its tiles ----------------------------------------------------------------------

function use(step: Step): Motion[] {
  const hex = step.number + 1;
  const used = mine(step)[0].hexes.find((one) => one.hex === hex);
  return [
    {
      kind: "drop",
      thing: things.marker(step.seat, hex),
      from: things.hex(step.seat, hex),
      icon: used?.symbol,
      ms: 220,
      sound: "click",
      gain: used && { n: used.level, icon: used.symbol },
    },
    ...taken(step),
  ];
}

function hero(step: Step): Motion[] {
  const icon = MARKS[step.number]!;
  return [
    {
      kind: "drop",
      thing: things.hero(step.seat),
      icon: "hero",
      ms: 220,
      sound: "click",
      gain: { n: 1, icon },
    },
    ...taken(step),
  ];
}

/** Tiles go from the display to whoever scouts; the only one of a field unasked. */
function taken(step: Step): Motion[] {
  const [before, after] = mine(step);
  const fresh = beyond(after.tiles, before.tiles);
  const gone = step.before.display.flatMap((fields, row) =>
    fields.flatMap((piece, index) =>
      piece && !step.after.display[row]![index]
        ? [{ piece, name: `${index + 1}${ROWS[row]}` }]
        : [],
    ),
  );
  return gone
    .filter(({ piece }) => fresh.includes(piece))
    .map(({ piece, name }, nth): Motion => ({
      kind: "fly",
      thing: things.field(name),
      to: things.hand(step.seat, after.tiles.lastIndexOf(piece)),
      icon: "build",
      ...(nth ? { after: 80 } : {}),
      sound: "wood",
    }));
}

const inHand = ({ before, seat }: Step, tile: string): string =>
  things.hand(seat, Math.max(0, before.colonies[seat]!.tiles.indexOf(tile)));

/** Both halves of a tile come from the hand, and land. */
function laid(step: Step): Motion[] {
  const [before, after] = mine(step);
  const entry = after.hill[before.hill.length];
  if (!entry) return [];
  const [tile, place, way] = entry.split(" ") as [string, string, Way];
  const at = place.split(",").map(Number) as unknown as Point;
  const hexes = [at, beside(at, way)].map((cell) =>
    after.hexes.find((hex) => nameOf(hex.at) === nameOf(cell))!,
  );
  return hexes.map((hex, nth): Motion => ({
    kind: "drop",
    thing: things.hex(step.seat, hex.hex),
    from: inHand(step, tile),
    icon: hex.symbol,
    ...(nth ? { after: 0, gain: { n: hex.level, icon: "build" } } : { sound: "thud" }),
  }));
}

function hex(step: Step): Motion[] {
  const landed = laid(step);
  const number = Number(step.after.spot?.split(" ")[0]);
  return landed.length || !number
    ? landed
    : [{ kind: "glow", thing: things.hex(step.seat, number), icon: "build", ms: 120 }];
}

// --- Ants ----------------------------------------------------------------------------------------

const nestNamed = (number: number): Nest => NESTS[number]!;

function placed(step: Step): Motion[] {
  const { seat, number, desk } = step;
  if (number === 0) return bridged(seat);
  const from = things.brood(seat, nestOfPath(boardOf(desk), number));
  return [sent(things.worker(seat, number), from)];
}

const sent = (thing: string, from: string): Motion => ({
  kind: "walk",
  thing,
  from,
  icon: "ant",
  ms: 400,
  sound: "step",
});

const calledBack = (thing: string, seat: number): Motion => ({
  kind: "walk",
  thing,
  to: things.supply(seat),
  icon: "ant",
  ms: 400,
  sound: "step",
});

/** Three run to the gorge, planks are laid, two go home. */
function bridged(seat: number): Motion[] {
  const [nest, gorge] = [things.brood(seat, "red"), things.path("gorge")];
  return [
    { kind: "walk", thing: nest, to: gorge, icon: "soldier", count: 3, ms: 300 },
    { kind: "pop", thing: things.worker(seat, "gorge"), icon: "bridge", sound: "thud" },
    {
      kind: "walk",
      thing: things.worker(seat, "gorge"),
      from: gorge,
      to: things.supply(seat),
      icon: "soldier",
      count: 2,
      ms: 300,
      after: 0,
    },
  ];
}

// --- Food ----------------------------------------------------------------------------------------

/** A piece moved from a clearing or an ant to another one, or home; where it did not, it is lit. */
function moved(step: Step): Motion[] {
  const { seat, before } = step;
  const [was, is] = mine(step);
  const [left] = beyond(was.carrying, is.carrying).map(carried);
  const [came] = beyond(is.carrying, was.carrying).map(carried);
  const clearing =
    /^load (\d+)/.exec(step.line.text ?? "")?.[1] ?? /^load (\d+)/.exec(before.pick ?? "")?.[1];
  const from = left ? things.load(seat, left.food, left.path) : things.lying(Number(clearing));
  const food = (came ?? left)?.food;
  if (!food) return picked(step, clearing);
  const icon = foodIcon(food);
  if (came) {
    const thing = things.load(seat, food, came.path);
    return [{ kind: "fly", thing, from, icon, ms: 320, sound: "step" }];
  }
  return [{ kind: "fly", thing: from, to: things.home(), icon, ms: 400, sound: "chord", gain: {} }];
}

function picked(step: Step, clearing: string | undefined): Motion[] {
  if (clearing) return [{ kind: "glow", thing: things.lying(Number(clearing)), ms: 150 }];
  const [, food, path] = (step.line.text ?? "").split(" ");
  const load = step.before.colonies[step.seat]!.carrying.map(carried).find(
    (one) => one.food === food && (path === undefined || String(one.path) === path),
  );
  return load
    ? [{ kind: "glow", thing: things.load(step.seat, load.food, load.path), ms: 150 }]
    : [];
}

function stolen(step: Step): Motion[] {
  const { seat, before, after } = step;
  const [was, is] = mine(step);
  const [came] = beyond(is.carrying, was.carrying).map(carried);
  const victim = before.colonies.findIndex(
    (colony, other) =>
      other !== seat && beyond(colony.carrying, after.colonies[other]!.carrying).length > 0,
  );
  if (!came || victim < 0) return [];
  const from = things.load(victim, came.food, came.path);
  const icon = foodIcon(came.food);
  return [
    { kind: "shake", thing: from, icon, ms: 200, sound: "thump" },
    { kind: "fly", thing: things.load(seat, came.food, came.path), from, icon, ms: 300 },
    { ...calledBack(things.brood(seat, "red"), seat), icon: "soldier", after: 0 },
  ];
}

// --- The end of a turn ---------------------------------------------------------------------------

/** All that clean-up does, up to the next question. */
function cleaned(step: Step): Motion[] {
  return [...unmarked(step), ...stored(step), ...eaten(step), ...closed(step)];
}

function unmarked({ before, after, seat }: Step): Motion[] {
  return beyond(before.marked ?? [], after.marked ?? []).map((hex, nth): Motion => ({
    kind: "fade",
    thing: things.marker(seat, hex),
    ms: 200,
    ...(nth ? { after: 0 } : {}),
  }));
}

function stored(step: Step): Motion[] {
  const [was, is] = mine(step);
  return beyond(was.waiting, is.waiting).map((prey): Motion => ({
    kind: "fly",
    thing: things.prey(step.seat, prey),
    icon: foodIcon(prey),
    sound: "clink",
    gain: { n: 1, icon: foodIcon(prey) },
  }));
}

/** What anteaters take: prey from its clearing, all ants of a nest. */
function eaten({ before, after, desk }: Step): Motion[] {
  const { clearings } = boardOf(desk);
  const prey = clearings.flatMap(({ id, prey }): Motion[] =>
    prey && (before.prey[prey] ?? 0) > (after.prey[prey] ?? 0)
      ? [
          {
            kind: "fly",
            thing: things.lying(id),
            to: things.anteater(hunterOf(after, prey)),
            icon: foodIcon(prey),
            ms: 400,
            sound: "growl",
            gain: { n: -1, icon: foodIcon(prey) },
          },
        ]
      : [],
  );
  const ants = before.colonies.flatMap((colony, seat) =>
    NESTS.flatMap((nest): Motion[] => {
      const lost = (colony.nests[nest] ?? 0) - (after.colonies[seat]!.nests[nest] ?? 0);
      if (lost <= 0) return [];
      return [
        {
          kind: "fly",
          thing: things.brood(seat, nest),
          to: things.supply(seat),
          icon: "ant",
          ms: 400,
          sound: "growl",
          gain: { seat, n: -lost, icon: "ant" },
        },
      ];
    }),
  );
  return [...prey, ...ants];
}

/** The anteater of a colour, whichever of its sides is up now. */
function hunterOf(view: View, prey: Prey): Colour {
  const shown = view.display.flat().filter((piece): piece is Colour => !!piece && isColour(piece));
  return shown.find((colour) => preyOf(colour) === prey) ?? shown[0]!;
}

/** Rows close up, anteaters with them; tiles come from the bag. */
function closed({ before, after }: Step): Motion[] {
  const found: Motion[] = [];
  before.display.forEach((fields, row) => {
    const now = after.display[row]!;
    const kept = fields.filter((piece) => piece !== null);
    const isClosed = kept.every((piece, index) => now[index] === piece);
    now.forEach((piece, index) => {
      const was = isClosed ? fields.indexOf(piece!, index) : -1;
      const isFresh = piece !== null && (isClosed ? index >= kept.length : fields[index] !== piece);
      if (piece && isColour(piece)) {
        if (!fields.includes(piece))
          found.push({ kind: "flip", thing: things.anteater(piece), after: 0 });
        else if (fields[index] !== piece)
          found.push({ kind: "fly", thing: things.anteater(piece), after: 0, sound: "step" });
        return;
      }
      const thing = things.field(`${index + 1}${ROWS[row]}`);
      if (isFresh) found.push({ kind: "fly", thing, from: things.bag(), icon: "build", after: 60 });
      else if (was > index)
        found.push({
          kind: "fly",
          thing,
          from: things.field(`${was + 1}${ROWS[row]}`),
          icon: "build",
          after: 0,
        });
    });
  });
  return found;
}

export const movers: Movers<Kind, View> = {
  use,
  hero,
  end: cleaned,
  take: taken,
  tile: (step) => {
    const tile = step.after.tile ?? "";
    return [{ kind: "glow", thing: inHand(step, tile), icon: "build", ms: 120, sound: "wood" }];
  },
  hex,
  lay: laid,
  hatch: ({ seat, number }) => [
    {
      kind: "fly",
      thing: things.brood(seat, nestNamed(number)),
      from: things.supply(seat),
      icon: "ant",
      ms: 250,
      sound: "pop",
    },
  ],
  place: placed,
  secure: ({ seat, number }) => [
    { ...sent(things.soldier(seat, pathOf(number)), things.brood(seat, "red")), icon: "soldier" },
  ],
  recall: ({ seat, number }) => [calledBack(things.worker(seat, pathOf(number)), seat)],
  dismiss: ({ seat, number }) => [
    { ...calledBack(things.soldier(seat, pathOf(number)), seat), icon: "soldier" },
  ],
  leave: ({ seat, number }) => [
    { ...calledBack(things.brood(seat, nestNamed(number)), seat), ms: 250, sound: "pop" },
  ],
  load: moved,
  carry: moved,
  to: moved,
  home: moved,
  done: "what is left of an action is not done: nothing moves",
  steal: stolen,
  store: cleaned,
  return: (step) => {
    const [tile] = beyond(...(mine(step).map(({ tiles }) => tiles) as [string[], string[]]));
    return [
      {
        kind: "fly",
        thing: inHand(step, tile ?? ""),
        to: things.bag(),
        icon: "build",
        ms: 300,
        sound: "wood",
      },
      ...cleaned(step),
    ];
  },
  anteater: cleaned,
};

export const motions = movedBy(CODES, movers);

/** One action is a sentence, and so is clean-up; of a way only where it led is told. */
export function joins(line: Line, sentence: readonly Line[]): "and" | "instead" | null {
  const last = kindOf(CODES, sentence.at(-1)!.code!).kind;
  const { kind } = kindOf(CODES, line.code!);
  if (kind === "use" || kind === "hero" || kind === "end") return null;
  if (kind === "hex") return last === "tile" ? "instead" : "and";
  if (kind === "carry") return last === "to" ? "instead" : "and";
  if (kind === "to" || kind === "home") return last === "carry" ? "instead" : "and";
  return "and";
}
