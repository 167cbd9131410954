import { describe, expect, it, vi } from "vitest";
import { answers, born, openQuestions, read } from "./brood.svelte";
import { covering, turnOf } from "./laying.svelte";
import { Plan } from "./plan.svelte";
import { focus, home, places } from "./places";
import { prompt } from "./prompt";
import { deskIn, view } from "./sample";
import { large } from "./text";
import { entriesOf } from "./tray";
import { filesOf, type ColonyView, type View } from "./view";
import { wayBoxes } from "./ways";

// A phone: what is seen around a hex depends on the screen.
vi.hoisted(() => {
  vi.stubGlobal("innerWidth", 360);
  vi.stubGlobal("innerHeight", 740);
  vi.stubGlobal("addEventListener", () => {});
});

const me = { ...view.seats[0]!, placed: { larvae: 0, workers: 0, soldiers: 0, atelier: 0 } };
const colony = (changes: Partial<ColonyView>): ColonyView => ({ ...me, ...changes });

describe("a brood", () => {
  it("leaves open what is asked and what comes after it", () => {
    const brood = { ...view, phase: "brood" } as View;
    expect(openQuestions(brood, "workers")).toEqual(["workers", "soldiers", "atelier"]);
    expect(openQuestions({ ...view, phase: "event" }, "event")).toEqual(["event"]);
    expect(openQuestions(brood, "hatch")).toEqual([]);
  });

  it("answers in the order of the game, until no nurse is left", () => {
    const open = ["event", "larvae", "workers", "soldiers", "atelier"] as const;
    expect(answers(open, colony({ nurses: 3 }), { soldiers: 2, event: 6 })).toEqual([
      "event 6",
      "larvae 0",
      "workers 0",
      "soldiers 2",
      "atelier 0",
    ]);
    expect(answers(open.slice(1), colony({ nurses: 3 }), { larvae: 3 })).toEqual(["larvae 3"]);
  });

  it("is read from the answers that wait", () => {
    expect(read(["event 6", "larvae 0", "soldiers 2"])).toEqual({
      event: 6,
      larvae: 0,
      soldiers: 2,
    });
    expect(read(["room 0"])).toEqual({});
  });

  it("brings what the tracks and the event say", () => {
    expect(born(view, "larvae", 2, 2)).toBe(5);
    expect(born(view, "larvae", 0, 2)).toBe(0);
    expect(born({ ...view, options: { birth_events: "always" } }, "larvae", 0, 2)).toBe(2);
    expect(born(view, "soldiers", 3, 5)).toBe(3);
    expect(born(view, "workers", 1, 7)).toBe(0);
  });
});

describe("a tile to be laid", () => {
  const places = deskIn("en", ["k4 l5", "k4 k5", "l5 m5"]).actions;

  it("is among the places that cover what is painted", () => {
    expect(covering(places, ["k4"]).map(({ text }) => text)).toEqual(["k4 l5", "k4 k5"]);
    expect(covering(places, ["k4", "k5"]).map(({ text }) => text)).toEqual(["k4 k5"]);
    expect(covering(places, [])).toHaveLength(3);
  });

  it("lies the same way wherever it is moved", () => {
    expect(turnOf(["k4", "k5"])).toBe(turnOf(["l6", "l7"]));
    expect(turnOf(["k4", "k5"])).not.toBe(turnOf(["k4", "l5"]));
  });

  it("has ways that fit side by side, large enough for a mouse", () => {
    for (let count = 1; count <= 26; count += 1) {
      const { columns, width, height } = wayBoxes(count);
      expect(columns * width).toBeLessThanOrEqual(396.01);
      expect(Math.ceil(count / columns) * height).toBeLessThanOrEqual(58.01);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(28);
    }
  });
});

describe("a small screen", () => {
  const at = (phase: View["phase"], texts: string[], more: Partial<View> = {}) => {
    const desk = deskIn("en", texts, { phase, ...more });
    return { desk, plan: new Plan(desk) };
  };
  const placeOf = ({ desk, plan }: ReturnType<typeof at>) => focus(desk, plan)?.place;

  it("goes where the decision is made", () => {
    expect(placeOf(at("brood", ["larvae 0", "larvae 1"]))).toBe("colony");
    expect(placeOf(at("worker", ["room 0", "l4"]))).toBe("garden");
    expect(placeOf(at("garden", ["k4", "done"]))).toBe("garden");
    expect(placeOf(at("dig", ["k5"], { worker: undefined }))).toBe("garden");
    const atelier = at("atelier", ["objective 1", "done"], { worker: undefined });
    expect(placeOf(atelier)).toBeUndefined();
    atelier.plan.isAiming = true;
    expect(placeOf(atelier)).toBe("objectives");
  });

  it("says how much can be chosen on each place", () => {
    const { desk, plan } = at("atelier", ["objective 1", "objective 2"]);
    expect(places(desk, plan).map(({ live }) => live)).toEqual([0, 0, 2]);
  });

  it("knows where a thing is that is not seen", () => {
    const { desk } = at("worker", []);
    expect(home(desk, "hex k4")).toEqual({ place: "garden" });
    expect(home(desk, "tile k4")).toEqual({ thing: "hex k4", place: "garden" });
    expect(home(desk, "walker")).toEqual({ place: "garden" });
    expect(home(desk, "slot 0 larvae 1")).toEqual({ place: "colony" });
    expect(home(desk, "slot 1 larvae 1")).toEqual({ seat: 1 });
    expect(home(desk, "inside 1 2")).toEqual({ thing: "room 1 2", seat: 1 });
    expect(home(desk, "food 1")).toEqual({ seat: 1 });
    expect(home(desk, "done 1 3")).toEqual({ place: "objectives", seat: 1 });
    expect(home(desk, "chamber 1")).toBeNull();
  });
});

describe("the tray", () => {
  const entries = (phase: View["phase"], texts: string[]) => {
    const desk = deskIn("en", texts, { phase });
    return entriesOf(desk, desk.view as View, filesOf(desk.facts.components).pieces);
  };
  const live = (phase: View["phase"], texts: string[]) =>
    entries(phase, texts)
      .filter((entry) => !entry.isShut)
      .map((entry) => entry.text);

  it.each<[View["phase"], string[]]>([
    ["brood", ["hatch 0", "hatch 1"]],
    ["worker", ["room 0", "room 2 earth", "room 2 stone", "room 3", "convert"]],
    ["garden", ["lay pair", "lay farm", "clean", "convert", "done"]],
    ["harvest", ["k4", "done"]],
    ["harvest", ["earth", "stone"]],
    ["pay", ["earth", "stone"]],
    ["give", ["k4"]],
    ["discard", ["food", "earth", "stone"]],
    ["winter", ["convert", "done"]],
  ])("offers in the phase %s all of %j", (phase, texts) => {
    expect(live(phase, texts).sort()).toEqual([...texts].sort());
  });

  it("shows rooms and actions that are shut, with their price", () => {
    const [queen] = entries("worker", ["room 0"]).filter((entry) => entry.text === "room 3");
    expect(queen).toMatchObject({ isShut: true, price: { stone: 3 } });
    const acts = entries("atelier", ["tunnel", "objective 2"]);
    expect(acts.map(({ text, isShut }) => [text, isShut])).toEqual([
      ["tunnel", false],
      ["level", true],
      ["nurse", true],
      ["objective", false],
    ]);
  });

  it("calls everything in one case", () => {
    const names = [...entries("worker", ["room 0"]), ...entries("garden", ["lay pair", "done"])];
    expect(names.filter(({ name }) => name !== large(name))).toEqual([]);
  });
});

it("asks in the atelier what its nurses do, and in the brood how many there are", () => {
  const plan = { brood: { open: [] } } as unknown as Plan;
  const asked = (phase: View["phase"]) => {
    const desk = deskIn("en", ["atelier 1"], { phase });
    return prompt(desk, desk.view as View, plan);
  };
  expect(asked("atelier")).toBe("Nurses who can still act: 1");
  expect(asked("brood")).toBe("How many nurses go to the atelier? Each is an action later.");
});
