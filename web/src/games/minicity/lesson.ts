/**
 * The guided first game: two turns of one's own and one of
 * the other seat, with a run, a full chamber and the river.
 */
import type { Lesson } from "../contract";

const times = (count: number, notation: string): string[] =>
  Array.from({ length: count }, () => notation);

export const lesson: Lesson = {
  players: 2,
  // Stones are chosen one after the other, so that it is always clear who decides.
  options: { variant: "base", first_player: "seat_1", stocking: "in_turn" },
  seed: "171",
  steps: [
    { text: "lesson_welcome" },
    {
      text: "lesson_box",
      expect: ["stock blue"],
      then: [
        ...times(3, "stock blue"),
        ...times(3, "stock yellow"),
        ...times(2, "stock orange"),
        ...times(2, "stock green"),
        ...times(2, "stock yellow"),
        "stock pink",
      ],
    },
    { text: "lesson_hill" },
    { text: "lesson_card", expect: ["play violet nw"] },
    { text: "lesson_go", expect: ["go 39"] },
    { text: "lesson_unload", expect: ["unload 4"] },
    { text: "lesson_second", expect: ["play black nw"] },
    { text: "lesson_second_go", expect: ["go 36"], then: ["unload 3"] },
    {
      text: "lesson_refill",
      expect: ["stock green"],
      then: [
        ...times(2, "stock green"),
        ...times(2, "stock pink"),
        ...times(2, "stock orange"),
        "play red nw",
        "go 20",
        "unload 1",
        "play red nw",
        "go 28",
        "unload 2",
        "end",
        ...times(2, "stock blue"),
        "stock yellow",
      ],
    },
    { text: "lesson_other" },
    { text: "lesson_run", expect: ["play red nw"] },
    { text: "lesson_run_go", expect: ["go 26"] },
    { text: "lesson_river", expect: ["unload 3"] },
    { text: "lesson_again", expect: ["play red nw"], then: ["go 34", "unload 1"] },
    {
      text: "lesson_end",
      expect: ["end"],
      then: [...times(2, "stock yellow"), ...times(2, "stock blue")],
    },
    { text: "lesson_close" },
  ],
};
