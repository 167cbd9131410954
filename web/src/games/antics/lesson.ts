/** The guided first game: from an empty forest to the first leaf brought home. */
import type { Lesson } from "../contract";

export const lesson: Lesson = {
  players: 3,
  options: { first_player: "seat_2" }, // so that the learner's first turn has three actions
  seed: "12",
  steps: [
    { text: "lesson_welcome", then: ["hero scout", "take 1b", "end", "use 2", "take 1c", "use 4", "hatch water", "end"] },
    { text: "lesson_hill", expect: ["hero scout"] },
    { text: "lesson_scout", expect: ["take 1a"] },
    { text: "lesson_build", expect: ["use 1"] },
    { text: "lesson_tile", expect: ["tile scout+hatch"], then: ["hex 2"] },
    { text: "lesson_lay", expect: ["lay se"] },
    { text: "lesson_hatch", expect: ["use 4"] },
    { text: "lesson_nest", expect: ["hatch flower"], then: ["hatch flower"] },
    { text: "lesson_end", expect: ["end"] },
    {
      text: "lesson_anteaters",
      then: [
        "use 1", "tile scout+hatch", "hex 2", "lay se", "use 4", "hatch grass", "hatch grass", "hero scout", "take 1a", "end",
        "use 3", "place 2", "use 1", "tile scout+hatch", "hex 2", "lay se", "hero scout", "take 1a", "end",
        "use 3",
      ],
    },
    { text: "lesson_place", expect: ["place 5"], then: ["hero ants"] },
    { text: "lesson_network", expect: ["place 16"], then: ["use 5"] },
    { text: "lesson_load", expect: ["load 13"], then: ["end", "use 3", "place 1", "hero transport", "end", "hero hatch", "hatch stone", "end", "use 5"] },
    { text: "lesson_carry", expect: ["carry brown 16"], then: ["hero transport", "carry brown 5"] },
    { text: "lesson_home", expect: ["home"] },
    { text: "lesson_points" },
  ],
};
