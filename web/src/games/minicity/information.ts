/** What the card of a thing says: its name, what it does, what it is worth now, and its rule. */
import { nameOf } from "../../lib/naming";
import type { Desk } from "../../table/desk.svelte";
import type { Card, Thing } from "../contract";
import { fieldAt, roadOf, type RoadName } from "./geometry";
import { outlook } from "./reach";
import type { Kind } from "./things";
import {
  ANTS,
  COLOURS,
  ENDS,
  ICONS,
  ONCE,
  antOf,
  boardOf,
  boxSize,
  cardsOf,
  chamberOf,
  costOf,
  friendsOf,
  gainOf,
  handSize,
  shown,
  sum,
  type Ant,
  type Colour,
  type Counts,
  type End,
  type Friend,
} from "./view";

type Teller = (desk: Desk, ...names: string[]) => Card;

/** The rule that says what a friend does. */
const RULES: Record<Friend, string> = {
  millipede: "MC-10.1",
  ladybird: "MC-10.5",
  dragonfly: "MC-10.10",
  bumblebee: "MC-10.14",
  stick: "MC-10.16",
  rhino: "MC-10.21",
  orange: "MC-10.22",
  exotic: "MC-10.23",
  grasshopper: "MC-10.26",
  snail: "MC-10.31",
};

const TELLERS: Record<Kind, Teller> = {
  chamber,
  space,
  stored,
  tunnel: (desk, key) => {
    const [one, other] = key!.split("-").map(Number) as [number, number];
    return {
      icon: "tunnel",
      name: desk.say("tell_tunnel", { one, other }),
      effect: desk.say("tell_tunnel_does"),
      worth: listed(filling(desk, one), filling(desk, other)),
      rule: "MC-1.2",
    };
  },
  ant,
  steps: (desk, id) => ({
    icon: "steps",
    name: desk.say("tell_steps", { chamber: id! }),
    effect: desk.say("tell_steps_does"),
    worth: filling(desk, Number(id)),
    rule: "MC-4.5",
  }),
  road,
  row: road,
  field,
  laid,
  end,
  river: (desk) => ({
    icon: "river",
    name: desk.say("tell_river"),
    effect: desk.say("tell_river_does"),
    rule: "MC-6.1",
  }),
  pile: (desk) => ({
    icon: "card",
    name: desk.say("pile"),
    effect: desk.say("tell_pile_does"),
    worth: desk.say("cards_of", { count: shown(desk).pile_length }),
    rule: "MC-7.6",
  }),
  discard: (desk) => ({
    icon: "card",
    name: desk.say("discard"),
    effect: desk.say("tell_discard_does"),
    worth: listed(
      ...ANTS.map((one) => `${cardName(desk, one)}: ${counted(shown(desk).discard, one)}`),
    ),
    rule: "MC-7.6",
  }),
  discarded: (desk, name) => ({
    icon: "card",
    name: cardName(desk, name as Ant),
    effect: desk.say("tell_discard_does"),
    worth: listed(
      desk.say("tell_discarded", { count: counted(shown(desk).discard, name as Ant) }),
      unseen(desk, name as Ant),
    ),
    rule: "MC-7.6",
  }),
  hand: (desk, seat) => ({
    icon: "card",
    name: of(desk, "hand", seat!),
    effect: desk.say("tell_hand_does", { size: handSize(sitting(desk, seat!)) }),
    worth: desk.say("cards_of", { count: sitting(desk, seat!).cards }),
    rule: "MC-7.5",
  }),
  card,
  box: (desk, seat) => ({
    icon: "stone_piece",
    name: of(desk, "box", seat!),
    effect: desk.say("tell_box_does", { size: boxSize(sitting(desk, seat!)) }),
    worth: contents(desk, sitting(desk, seat!).box),
    rule: "MC-5.3",
  }),
  stone: (desk, _, colour) => ({
    icon: "stone_piece",
    name: desk.say(`stone_${colour}`),
    effect: desk.say("tell_stone_does"),
    worth: free(desk, colour as Colour),
    rule: "MC-5.2",
  }),
  reserve: (desk, seat) => ({
    icon: "stone_piece",
    name: of(desk, "reserve", seat!),
    effect: desk.say("tell_reserve_does"),
    worth: contents(desk, sitting(desk, seat!).reserve),
    rule: "MC-1.9",
  }),
  heap: (desk, seat, colour) => ({
    icon: "stone_piece",
    name: desk.say(`stone_${colour}`),
    effect: desk.say("tell_heap_does"),
    worth: listed(
      desk.say("tell_heap", {
        count: sitting(desk, seat!).reserve?.[colour as Colour] ?? "?",
      }),
      free(desk, colour as Colour),
    ),
    rule: "MC-7.2",
  }),
  friends: (desk, seat) => ({
    icon: "friend",
    name: of(desk, "friends", seat!),
    effect: desk.say("tell_friends_does"),
    worth:
      (sitting(desk, seat!).friends ?? []).map((one) => desk.say(`friend_${one}`)).join(", ") ||
      desk.say("no_friends"),
    rule: "MC-9.14",
  }),
  friend,
  points: (desk, seat) => ({
    icon: "friend",
    name: of(desk, "points", seat!),
    effect: desk.say("tell_points_does"),
    worth: desk.say("points_of", {
      count: sitting(desk, seat!).points ?? 0,
      most: cardsOf(desk.facts).track,
    }),
    rule: "MC-9.7",
  }),
  market: (desk) => ({
    icon: "friend",
    name: desk.say("market"),
    effect: desk.say("tell_market_does"),
    worth: mine(desk),
    rule: "MC-9.9",
  }),
  offer: (desk, name) => ({
    icon: ICONS[name as Friend],
    name: desk.say(`friend_${name}`),
    effect: desk.say(`tell_${name}_does`),
    worth: listed(
      desk.say("tell_price", { cost: costOf(desk.facts, shown(desk), name as Friend) }),
      desk.say("left", { count: shown(desk).market?.[name!] ?? 0 }),
      mine(desk),
    ),
    rule: RULES[name as Friend],
  }),
  gain: (desk, colour) => ({
    icon: "friend",
    name: desk.say(`stone_${colour}`),
    effect: desk.say("gain"),
    worth: desk.say("tell_gain", { points: boardOf(desk.facts).friendship[colour as Colour] }),
    rule: "MC-9.3",
  }),
  larder: (desk, colour) => ({
    icon: "stone_piece",
    name: desk.say(`stone_${colour}`),
    effect: desk.say("tell_larder_does"),
    worth: free(desk, colour as Colour),
    rule: "MC-1.4",
  }),
  unload,
  seat: (desk, seat) => {
    const { box, reserve } = sitting(desk, seat!);
    return {
      icon: "person",
      name: nameOf(desk.seats, Number(seat)),
      effect: desk.say("tell_seat_does"),
      worth: listed(
        desk.scores && desk.say("tell_brought", { count: desk.scores[Number(seat)] ?? 0 }),
        box && reserve && desk.say("left", { count: sum(box) + sum(reserve) }),
      ),
      rule: "MC-8.1",
    };
  },
  round: (desk) => ({
    icon: "clock",
    name: desk.say("round", { round: shown(desk).round }),
    effect: desk.say("tell_round_does"),
    rule: "MC-3.1",
  }),
  plays: (desk) => ({
    icon: "card",
    name: desk.say("tell_plays", { plays: shown(desk).plays ?? 0, limit: shown(desk).limit }),
    effect: desk.say("tell_plays_does"),
    rule: shown(desk).round === 1 ? "MC-3.9" : "MC-3.7",
  }),
};

/** The card of a thing; null where the name says nothing here. */
export function about(desk: Desk, thing: Thing): Card | null {
  const [kind, ...names] = thing.split(" ");
  return Object.hasOwn(TELLERS, kind!) ? TELLERS[kind as Kind](desk, ...names) : null;
}

function chamber(desk: Desk, name: string | undefined): Card {
  const view = shown(desk);
  const id = Number(name);
  const { colour, places } = chamberOf(desk.facts, id);
  const room = places.length - (view.stored[id] ?? 0);
  const stones = desk.seat === null ? 0 : (view.seats[desk.seat]?.box?.[colour] ?? 0);
  const standing = ANTS.find((one) => view.ants[one] === id);
  return {
    icon: "nest",
    name: desk.say("tell_chamber", { id }),
    effect: desk.say("tell_chamber_does", {
      stone: desk.say(`stone_${colour}`),
      stored: places.length - room,
      places: places.length,
    }),
    worth: listed(
      standing && desk.say("tell_standing", { ant: antName(desk, standing) }),
      room ? desk.say("tell_unload", { count: Math.min(room, stones) }) : desk.say("tell_full"),
      view.market &&
        room &&
        desk.say("tell_gain", { points: boardOf(desk.facts).friendship[colour] }),
    ),
    rule: "MC-5.4",
  };
}

function space(desk: Desk, id: string | undefined, number: string | undefined): Card {
  const { colour } = chamberOf(desk.facts, Number(id));
  if (Number(number) < (shown(desk).stored[id!] ?? 0)) return stored(desk, id);
  return {
    icon: "stone_piece",
    name: desk.say("tell_space"),
    effect: desk.say("tell_space_does", { stone: desk.say(`stone_${colour}`) }),
    worth: listed(filling(desk, Number(id)), free(desk, colour)),
    rule: "MC-5.4",
  };
}

function stored(desk: Desk, id: string | undefined): Card {
  const { colour } = chamberOf(desk.facts, Number(id));
  return {
    icon: "stone_piece",
    name: desk.say(`stone_${colour}`),
    effect: desk.say("tell_stored_does"),
    worth: filling(desk, Number(id)),
    rule: "MC-8.4",
  };
}

function ant(desk: Desk, name: string | undefined): Card {
  const view = shown(desk);
  const reach = outlooks(desk, name as Ant).map(({ steps }) => steps);
  const hand = desk.seat === null ? null : view.seats[desk.seat]?.hand;
  return {
    icon: "ant",
    name: upper(antName(desk, name as Ant)),
    effect: desk.say("tell_ant_does"),
    worth: listed(
      filling(desk, view.ants[name as Ant]),
      hand != null && desk.say("tell_in_hand", { count: counted(hand, name as Ant) }),
      reach.length && desk.say("tell_reach", { steps: Math.max(...reach) }),
    ),
    rule: "MC-4.1",
  };
}

function card(desk: Desk, seat: string | undefined, number: string | undefined): Card {
  const letter = sitting(desk, seat!).hand?.[Number(number)];
  const colour = letter && antOf(letter);
  if (!colour) return TELLERS.hand(desk, seat!);
  return {
    icon: "card",
    name: cardName(desk, colour),
    effect: desk.say("tell_card_does", { ant: antName(desk, colour) }),
    worth: listed(
      ...outlooks(desk, colour).map(({ end, steps }) => `${desk.say(`short_${end}`)}: ${steps}`),
      unseen(desk, colour),
    ),
    rule: "MC-4.2",
  };
}

function road(desk: Desk, name: string | undefined): Card {
  const row = shown(desk)[name as RoadName];
  const cards = row.replaceAll(".", "").length;
  return {
    icon: "road",
    name: desk.say(`road_${name}`),
    effect: desk.say(cards ? "tell_road_does" : "tell_road_wild"),
    worth: cards
      ? listed(
          desk.say("cards_of", { count: cards }),
          desk.say("tell_to_river", {
            west: row.search(/[^.]/),
            east: row.length - 1 - row.search(/[^.]\.*$/),
          }),
        )
      : undefined,
    rule: cards ? "MC-3.4" : "MC-3.6",
  };
}

function field(desk: Desk, name: string | undefined, number: string | undefined): Card {
  const row = shown(desk)[name as RoadName];
  const isRiver = number === "1" || Number(number) === row.length;
  return {
    icon: isRiver ? "river" : "road",
    name: desk.say("tell_field", { number: number!, road: desk.say(`road_${name}`) }),
    effect: desk.say(isRiver ? "tell_river_field_does" : "tell_field_does"),
    worth: row[Number(number) - 1] === "." ? desk.say("tell_empty") : undefined,
    rule: isRiver ? "MC-6.1" : "MC-4.2",
  };
}

function laid(desk: Desk, name: string | undefined, number: string | undefined): Card {
  const colour = antOf(shown(desk)[name as RoadName][Number(number) - 1]!);
  return {
    icon: "card",
    name: colour ? cardName(desk, colour) : desk.say("tell_face_down"),
    effect: desk.say("tell_field_does"),
    worth: listed(
      desk.say("tell_field", { number: number!, road: desk.say(`road_${name}`) }),
      colour && unseen(desk, colour),
    ),
    rule: "MC-4.2",
  };
}

function end(desk: Desk, name: string | undefined): Card {
  const row = shown(desk)[roadOf(name as End)];
  const at = fieldAt(row, name as End);
  const inner = at === undefined ? undefined : antOf(row[at + (name!.endsWith("w") ? 1 : -1)]!);
  const seen = inner && outlooks(desk, inner).find((one) => one.end === name);
  return {
    icon: "road",
    name: desk.say(`end_${name}`),
    effect: desk.say("tell_end_does"),
    worth: listed(
      seen && desk.say("tell_run", { card: cardName(desk, seen.ant), steps: seen.steps }),
      (at === 0 || at === row.length - 1) && desk.say("tell_swept"),
    ),
    rule: "MC-4.2",
  };
}

function friend(desk: Desk, seat: string | undefined, name: string | undefined): Card {
  const all = friendsOf(shown(desk), Number(seat)).filter((one) => one.friend === name);
  const rest = all.filter(({ used }) => !used).length;
  return {
    icon: ICONS[name as Friend],
    name: desk.say(`friend_${name}`),
    effect: desk.say(`tell_${name}_does`),
    worth: !ONCE.includes(name as Friend)
      ? desk.say("tell_always")
      : rest
        ? desk.say("tell_once", { count: rest })
        : desk.say("used"),
    rule: RULES[name as Friend],
  };
}

function unload(desk: Desk, count: string | undefined): Card {
  const view = shown(desk);
  const gain = gainOf(desk.facts, view);
  const isNone = count === "0";
  return {
    icon: "stone_piece",
    name: isNone ? desk.say("nothing") : desk.say("tell_unload_name", { count: count! }),
    effect: desk.say("tell_unload_does"),
    worth: isNone
      ? gain
        ? desk.say("tell_gain", { points: gain })
        : undefined
      : desk.say("tell_brought_more", { count: count! }),
    rule: isNone && view.market ? "MC-9.3" : "MC-5.5",
  };
}

const upper = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
const antName = (desk: Desk, name: Ant) => desk.say("the_ant", { ant: desk.say(`ant_${name}`) });
const cardName = (desk: Desk, name: Ant) =>
  upper(desk.say("the_card", { ant: desk.say(`ant_${name}`) }));
const sitting = (desk: Desk, seat: string) => shown(desk).seats[Number(seat)]!;
const counted = (cards: string, name: Ant) =>
  [...cards].filter((letter) => letter === name[0]).length;

function listed(...parts: (string | false | 0 | null | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(" · ") || undefined;
}

/** "Box: Ada". */
const of = (desk: Desk, key: string, seat: string) =>
  `${desk.say(key)}: ${nameOf(desk.seats, Number(seat))}`;

const contents = (desk: Desk, counts: Counts | null) =>
  counts
    ? COLOURS.map((colour) => `${desk.say(`stone_${colour}`)}: ${counts[colour]}`).join(" · ")
    : desk.say("tell_secret");

function filling(desk: Desk, id: number): string {
  const { colour, places } = chamberOf(desk.facts, id);
  return desk.say("chamber_of", {
    id,
    colour: desk.say(`colour_${colour}`),
    stored: shown(desk).stored[id] ?? 0,
    places: places.length,
  });
}

function free(desk: Desk, colour: Colour): string {
  const { stored } = shown(desk);
  const rooms = boardOf(desk.facts).chambers.filter((one) => one.colour === colour);
  return desk.say("tell_free", {
    count: rooms.reduce((total, { id, places }) => total + places.length - (stored[id] ?? 0), 0),
  });
}

/** Cards of that colour that lie in the pile or in the hands of others. */
function unseen(desk: Desk, name: Ant): string {
  const { north, south, discard, seats } = shown(desk);
  const seen = [north, south, discard, ...seats.map(({ hand }) => hand ?? "")].join("");
  return desk.say("tell_unseen", {
    count: cardsOf(desk.facts).movement[name] - counted(seen, name),
  });
}

const mine = (desk: Desk) =>
  desk.seat === null
    ? undefined
    : desk.say("tell_have", { points: shown(desk).seats[desk.seat]?.points ?? 0 });

/** What a card of that colour would bring at each end. */
const outlooks = (desk: Desk, name: Ant) =>
  ENDS.flatMap(
    (one) => outlook(boardOf(desk.facts), shown(desk), desk.seat ?? desk.looking, name, one) ?? [],
  );
