import type { Lesson } from "../contract";

/** Five rounds for two: a queen's gallery that grows over five tiles and gathers fruits. */
export const lesson: Lesson = {
  players: 2,
  options: { first_leader: "seat_1" },
  seed: "289",
  steps: [
    { text: "learn_welcome" },
    { text: "learn_row" },
    { text: "learn_queen", expect: ["take 2"], then: ["take 1"] },
    { text: "learn_galleries" },
    { text: "learn_barracks", expect: ["take 1"] },
    { text: "learn_place", expect: ["place right"] },
    { text: "learn_man", expect: ["man yes"], then: ["take 2", "place right"] },
    { text: "learn_collect", expect: ["take 1"] },
    { text: "learn_fig", expect: ["place right"], then: ["take 2 token", "place left"] },
    { text: "learn_leader", then: ["take 7", "place right"] },
    { text: "learn_cherry", expect: ["take 1"] },
    { text: "learn_left", expect: ["place left"] },
    { text: "learn_man_again", expect: ["man yes"], then: ["take 1", "place right"] },
    { text: "learn_gift", expect: ["take 1"] },
    { text: "learn_joker", expect: ["place left"] },
    { text: "learn_end" },
  ],
};
