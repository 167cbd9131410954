/** What each kind of action moves: see games/contract.ts, and things.ts for the names. */
import type { Line } from "../../lib/api";
import { kindOf, movedBy, type Movers, type Shown } from "../../table/kinds";
import type { Motion, Thing } from "../contract";
import { aftermath, spent } from "./aftermath";
import { named } from "./hexes";
import { CODES, type Kind } from "./schema";
import { thing } from "./things";
import { CUBES, isSpecial, TRACKS, type Cube, type View } from "./view";

type Step = Shown<View>;

const gained = (n: number, icon: NonNullable<Motion["gain"]>["icon"]) => ({ n, icon });

// --- Event and births ----------------------------------------------------------------------------

/** Markers and nurses go to their places; when all is revealed, the young are born. */
function brood(step: Step): Motion[] {
  const { before, after } = step;
  const seats = after.seats.map((_, seat) => seat);
  const isRevealed = before.phase === "brood" && after.phase !== "brood";
  return [
    ...seats.flatMap((seat) => marker(step, seat)),
    ...seats.flatMap((seat) => nurses(step, seat)),
    ...(isRevealed ? seats.flatMap((seat) => births(step, seat)) : []),
    ...aftermath(step),
  ];
}

function marker({ before, after }: Step, seat: number): Motion[] {
  const way = Math.abs(after.seats[seat]!.event - before.seats[seat]!.event);
  if (!way || before.season !== after.season) return [];
  return [
    { kind: "fly", thing: thing("marker", seat), ms: 300, after: 0, sound: "click" },
    {
      kind: "fade",
      thing: thing("larvae", seat),
      icon: "larva",
      count: way,
      after: 0,
      gain: gained(-way, "larva"),
    },
  ];
}

/** From the nursery to their slots. */
function nurses({ before, after }: Step, seat: number): Motion[] {
  return TRACKS.flatMap((track) => {
    const [had, has] = [before.seats[seat]!.placed[track], after.seats[seat]!.placed[track]];
    return Array.from({ length: Math.max(0, has - had) }, (_, n): Motion => ({
      kind: "fly",
      thing: thing("slot", seat, track, had + n + 1),
      icon: "nurse",
      from: thing("nurses", seat),
      after: 70,
      ms: 300,
      sound: "click",
    }));
  });
}

function births({ before, after }: Step, seat: number): Motion[] {
  const icons = { larvae: "larva", workers: "worker", soldiers: "soldier" } as const;
  return (["larvae", "workers", "soldiers"] as const).flatMap((what): Motion[] => {
    const born = after.seats[seat]![what] - before.seats[seat]![what];
    if (born <= 0) return [];
    return [
      {
        kind: "pop",
        thing: thing(what, seat),
        ms: 350,
        after: 40,
        sound: "pop",
        gain: gained(born, icons[what]),
      },
    ];
  });
}

// --- Workers -------------------------------------------------------------------------------------

const YIELDS = ["larvae", "food", "earth", "stone"] as const;

function room(step: Step): Motion[] {
  const { seat, number } = step;
  const level = [0, 1, 2, 2, 3][number]!;
  const enters: Motion = {
    kind: "fly",
    thing: thing("inside", seat, level),
    icon: "worker",
    from: thing("workers", seat),
    sound: "step",
  };
  const what = YIELDS[number];
  const brought: Motion = what
    ? {
        kind: "fly",
        thing: thing(what, seat),
        icon: what === "larvae" ? "larva" : what,
        from: thing("room", seat, level),
        after: 200,
        gain: gained(1, what === "larvae" ? "larva" : what),
      }
    : {
        kind: "fly",
        thing: thing("food", seat),
        icon: "food",
        to: thing("room", seat, level),
        after: 200,
        gain: {},
      };
  return [enters, brought, ...aftermath(step)];
}

/** What a hex means follows from the phase in which it is named. */
function hex(step: Step): Motion[] {
  const name = step.line.text!;
  switch (step.before.phase) {
    case "start":
      return [{ kind: "pop", thing: thing("tunnel", name), sound: "dig" }];
    case "worker":
      return [
        { kind: "pop", thing: thing("walker"), from: thing("hex", name), ms: 200, sound: "step" },
        ...aftermath(step),
      ];
    case "garden":
      return [...walk(step, name), ...aftermath(step)];
    case "stand":
      return [...cleaned(step), ...walk(step, name)];
    case "harvest":
      return [{ kind: "glow", thing: thing("cube", name), sound: "clink" }, ...aftermath(step)];
    case "dig":
      return [...dug(step, name), ...aftermath(step)];
    default:
      return [{ kind: "glow", thing: thing("tile", name), sound: "chord" }, ...aftermath(step)];
  }
}

/** A step; prey is leapt at, and soldiers fall. */
function walk(step: Step, name: string): Motion[] {
  const { before, after, seat } = step;
  const prey = before.prey[name];
  const [had, has] = [before.seats[seat]!, after.seats[seat]!];
  const fallen = had.soldiers - has.soldiers;
  const moved: Motion = {
    kind: prey ? "fly" : "walk",
    thing: thing("walker"),
    to: thing("hex", name),
    ms: prey ? 300 : 200,
    sound: "step",
  };
  const lost: Motion[] =
    fallen > 0 ? [{ ...spent("soldiers", seat, fallen, "soldier"), sound: "thump" }] : [];
  if (!prey) return [moved, ...lost];
  return [
    moved,
    ...lost,
    {
      kind: "fly",
      thing: thing("prey", name),
      to: thing("trophies", seat),
      icon: prey,
      sound: "thump",
      gain: {},
    },
    {
      kind: "pop",
      thing: thing("food", seat),
      after: 0,
      gain: gained(has.food - had.food, "food"),
    },
  ];
}

/** The pheromone below the worker is lifted off. */
function cleaned({ before, after, seat }: Step): Motion[] {
  const gone = before.tiles.find(
    (tile) => !after.tiles.some((other) => other.cells[0] === tile.cells[0]),
  );
  if (!gone) return [];
  return [
    spent("earth", seat, 1, "earth"),
    {
      kind: "fade",
      thing: thing("tile", gone.cells[0]!),
      icon: "hex",
      ms: 350,
      after: 0,
      sound: "brush",
      gain: {},
    },
  ];
}

/** A tile falls onto its hexes; a cube comes to each of them. */
function laid(step: Step): Motion[] {
  const { before, after, seat, line } = step;
  const cells = named(line.text!);
  const tile = after.tiles.find((one) => one.cells[0] === cells[0]);
  const first = thing("tile", cells[0]!);
  const price =
    before.laying && isSpecial(before.laying)
      ? CUBES.flatMap((cube) => paid(step, cube, first))
      : [];
  return [
    ...price,
    {
      kind: "drop",
      thing: first,
      icon: "hex",
      from: thing("form", seat, before.laying ?? "pair"),
      sound: "thud",
      gain: {},
    },
    ...(tile?.cubes ?? []).map((cell): Motion => ({
      kind: "pop",
      thing: thing("cube", cell),
      after: 50,
      ms: 250,
    })),
    ...aftermath(step),
  ];
}

// --- Atelier -------------------------------------------------------------------------------------

/** Cubes that go from the store to what they pay for. */
function paid({ before, after, seat }: Step, cube: Cube, to: Thing): Motion[] {
  const count = before.seats[seat]![cube] - after.seats[seat]![cube];
  if (count <= 0) return [];
  return [{ kind: "fly", thing: thing(cube, seat), to, icon: cube, count, after: 0, ms: 300 }];
}

function dug({ seat }: Step, name: string): Motion[] {
  return [
    { kind: "pop", thing: thing("tunnel", name), icon: "tunnel", ms: 450, sound: "dig" },
    { kind: "pop", thing: thing("earth", seat), after: 0, gain: gained(1, "earth") },
  ];
}

function deeper(step: Step): Motion[] {
  const { after, seat } = step;
  const to = thing("room", seat, after.seats[seat]!.level);
  return [
    ...CUBES.flatMap((cube) => paid(step, cube, to)),
    { kind: "pop", thing: to, icon: "deeper", ms: 450, sound: "dig" },
    ...aftermath(step),
  ];
}

function raised(step: Step): Motion[] {
  const { seat } = step;
  return [
    spent("food", seat, 2, "food"),
    spent("larvae", seat, 2, "larva"),
    {
      kind: "pop",
      thing: thing("nurses", seat),
      icon: "nurse",
      ms: 450,
      sound: "pop",
      gain: gained(1, "nurse"),
    },
    ...aftermath(step),
  ];
}

/** A nurse and the price go to the card; who was earlier gets a bonus. */
function fulfilled(step: Step): Motion[] {
  const { before, after, seat, number } = step;
  const card = thing("objective", number + 1);
  const earlier = before.seats
    .map((_, other) => other)
    .filter((other) => after.seats[other]!.points.bonus > before.seats[other]!.points.bonus);
  return [
    ...CUBES.flatMap((cube) => paid(step, cube, card)),
    {
      kind: "fly",
      thing: thing("done", seat, number + 1),
      icon: "nurse",
      from: thing("nurse", seat),
      ms: 450,
      sound: "chord",
      gain: {},
    },
    ...earlier.map((other): Motion => ({
      kind: "glow",
      thing: thing("done", other, number + 1),
      after: 0,
      gain: { seat: other },
    })),
    ...aftermath(step),
  ];
}

/** A cube that is paid, thrown away, or to be scavenged. */
function cube(what: Cube) {
  return (step: Step): Motion[] => {
    const { before, seat } = step;
    const at = thing(what, seat);
    const moved: Record<string, Motion> = {
      pay: {
        kind: "fly",
        thing: at,
        to: thing("objective", before.objective ?? 1),
        icon: what,
        sound: "chord",
      },
      discard: { ...spent(what, seat, 1, what), ms: 200, sound: "clink" },
    };
    const own = moved[before.phase] ?? { kind: "glow", thing: at, sound: "clink" };
    return [own, ...aftermath(step)];
  };
}

const PREPARED = "Nothing is paid or moved yet: the hex or place that is asked next does it.";

export const movers: Movers<Kind, View> = {
  event: brood,
  larvae: brood,
  workers: brood,
  soldiers: brood,
  atelier: brood,
  hatch: brood,
  room,
  lay: PREPARED,
  clean: PREPARED,
  convert: (step) => [
    {
      kind: "fly",
      thing: thing("larvae", step.seat),
      to: thing("food", step.seat),
      icon: "larva",
      count: 3,
      sound: "pop",
      gain: gained(1, "food"),
    },
    ...aftermath(step),
  ],
  // Itself it moves nothing, but with it a season may end.
  done: aftermath,
  tunnel: PREPARED,
  level: deeper,
  nurse: raised,
  objective: fulfilled,
  food: cube("food"),
  earth: cube("earth"),
  stone: cube("stone"),
  hex,
  place: laid,
};

export const motions = movedBy(CODES, movers);

// --- Sentences -----------------------------------------------------------------------------------

const BROOD: readonly Kind[] = ["event", "larvae", "workers", "soldiers", "atelier", "hatch"];
/** What a worker does on her way, and what nurses begin and the next step ends. */
const OUTSIDE: readonly Kind[] = ["hex", "clean", "convert", "lay"];
const ENDS: readonly Kind[] = ["place", "done", "room"];
/** What is named one after the other, in a harvest or for the storeroom. */
const COUNTED: readonly Kind[] = ["hex", "food", "earth", "stone"];
const isTrack = (kind: Kind) => TRACKS.some((track) => track === kind);

/** Words that say what was gained, as of a hunt, are told whatever comes after them. */
const isPlain = (line: Line) => !line.words?.includes(":");

/** Whether a line counts on what a sentence counts: cubes of a harvest, or given up. */
function isCountedOn(line: Line, first: Line): boolean {
  const [said, number] = [first, line].map(({ words = "" }) => words.split(/\d/));
  return number!.length > 1 && said![0] === number![0];
}

/** One worker is one sentence, and so are all answers of a brood. */
export function joins(line: Line, sentence: readonly Line[]): "and" | "instead" | null {
  const before = sentence.at(-1)!;
  const [{ kind: last }, { kind }] = [kindOf(CODES, before.code!), kindOf(CODES, line.code!)];
  if (BROOD.includes(kind)) {
    if (BROOD.indexOf(last) < 0 || BROOD.indexOf(last) >= BROOD.indexOf(kind)) return null;
    return isTrack(last) && isTrack(kind) ? "instead" : "and";
  }
  if (COUNTED.includes(kind) && isCountedOn(line, sentence[0]!)) return "instead";
  if (ENDS.includes(last)) return null;
  if (kind === "hex" && last === "hex") {
    const steps = sentence.filter(({ code }) => kindOf(CODES, code!).kind === "hex");
    const isOnTheWay = steps.length > 1 && isPlain(before) && isPlain(line);
    return isOnTheWay ? "instead" : "and";
  }
  if (kind === "hex")
    return ["clean", "convert", "tunnel", "objective"].includes(last) ? "and" : null;
  if (kind === "clean" || kind === "lay" || kind === "place")
    return OUTSIDE.includes(last) ? "and" : null;
  if (kind === "done") return "and";
  if (kind === "food" || kind === "earth" || kind === "stone")
    return kindOf(CODES, sentence[0]!.code!).kind === "objective" ? "and" : null;
  return kind === "convert" && OUTSIDE.includes(last) ? "and" : null;
}
