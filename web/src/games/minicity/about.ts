import type { About } from "../contract";

export const about: About = { title: "Mini City", weight: 1, great: ["variant"] };
