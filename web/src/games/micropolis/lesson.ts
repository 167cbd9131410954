import type { Lesson } from "../contract";

/** Five rounds for two: a queen's gallery that grows over five tiles and gathers fruits. */
export const lesson: Lesson = {
  players: 2,
  options: { first_leader: "seat_1" },
  seed: "289",
  steps: [
    { text: "lesson_welcome" },
    { text: "lesson_row" },
    { text: "lesson_queen", expect: ["take 2"], then: ["take 1"] },
    { text: "lesson_galleries" },
    { text: "lesson_barracks", expect: ["take 1"] },
    { text: "lesson_place", expect: ["place right"] },
    { text: "lesson_man", expect: ["man yes"], then: ["take 2", "place right"] },
    { text: "lesson_collect", expect: ["take 1"] },
    { text: "lesson_fig", expect: ["place right"], then: ["take 2 token", "place left"] },
    { text: "lesson_leader", then: ["take 7", "place right"] },
    { text: "lesson_cherry", expect: ["take 1"] },
    { text: "lesson_left", expect: ["place left"] },
    { text: "lesson_man_again", expect: ["man yes"], then: ["take 1", "place right"] },
    { text: "lesson_gift", expect: ["take 1"] },
    { text: "lesson_joker", expect: ["place left"] },
    { text: "lesson_end" },
  ],
};
