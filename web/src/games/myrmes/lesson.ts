import type { Lesson } from "../contract";

export const lesson: Lesson = { players: 2, options: {}, seed: "7", steps: [] };
