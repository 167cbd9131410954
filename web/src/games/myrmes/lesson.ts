/** The guided first game: a spring by hand, a summer in brief, and the first objective. */
import type { Lesson } from "../contract";

export const lesson: Lesson = {
  players: 2,
  options: { first_player: "seat_1", start_spaces: "by_seat" },
  seed: "112",
  steps: [
    { text: "lesson_welcome" },
    {
      text: "lesson_event",
      expect: ["event 5"],
      then: ["event 4", "larvae 1", "workers 2", "larvae 0", "workers 0"],
    },
    { text: "lesson_soldiers", expect: ["soldiers 2"] },
    { text: "lesson_atelier", expect: ["atelier 1"] },
    { text: "lesson_room", expect: ["room 0"], then: ["room 0"] },
    { text: "lesson_leave", expect: ["l4"] },
    { text: "lesson_walk", expect: ["k4"] },
    { text: "lesson_hunt", expect: ["k5"] },
    { text: "lesson_lay", expect: ["lay pair"] },
    {
      text: "lesson_place",
      expect: ["k4 k5"],
      then: ["l10", "l9", "lay pair", "l8 l9", "l10", "m9", "lay pair", "m8 m9"],
    },
    { text: "lesson_harvest", expect: ["k4"], then: ["l9", "m9"] },
    { text: "lesson_tunnel", expect: ["tunnel"] },
    {
      text: "lesson_dig",
      expect: ["j6"],
      then: [
        "event 2",
        "larvae 3",
        "event 2",
        "larvae 1",
        "workers 0",
        "soldiers 0",
        "atelier 2",
        "room 0",
        "room 0",
      ],
    },
    { text: "lesson_nurse", expect: ["nurse"] },
    { text: "lesson_objective", expect: ["objective 1"] },
    { text: "lesson_winter" },
  ],
};
