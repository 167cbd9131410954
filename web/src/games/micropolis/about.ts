import type { About } from "../contract";

export const about: About = {
  title: "Micropolis",
  weight: 1,
  great: ["variant", "edition"],
};
