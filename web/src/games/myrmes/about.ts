import type { About } from "../contract";

export const about: About = { title: "Myrmes", weight: 3, great: [] };
