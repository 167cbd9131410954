import type { Lesson } from "../contract";

export const lesson: Lesson = { players: 3, options: {}, seed: "1", steps: [] };
