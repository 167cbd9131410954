import type { About } from "../contract";

export const about: About = {
  title: "Antics!",
  weight: 2,
  great: ["variant"],
  byPlayers: { 2: { variant: "unofficial_two" } }, // which nobody else plays
};
