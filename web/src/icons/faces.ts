/**
 * The faces of those who play by themselves, each on a square of 24: ants from the front,
 * in the hand of `drawings.ts`. What one wears says what she is like.
 */
const ink = (path: string) => `<path d="${path}" fill="none"/>`;
const shape = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`;
const dot = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`;
const ball = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`;

const WHITE = "light-dark(#fffaf0, #f4ead8)";
const PALE = "light-dark(#d9ac78, #8f6a45)";
const SAND = "light-dark(#cf9a5e, #85603a)";
const RED = "light-dark(#c4704a, #8a4a30)";
const BROWN = "light-dark(#b3814f, #74502f)";
const GREY = "light-dark(#a99c8c, #6f665b)";
const UMBER = "light-dark(#95704f, #63472f)";
const GOLD = "light-dark(#c98f3d, #8f6527)";

const UPRIGHT = "M9.5 8.5C8.5 6 7.5 4.5 5.5 3.5M14.5 8.5C15.5 6 16.5 4.5 18.5 3.5";
const ROUND = "M12 7.5c4.4 0 7 2.8 7 6.6S16 21.500 12 21.500s-7-3.600-7-7.400 2.600-6.600 7-6.600z";
const LONG =
  "M12 6.500c4 0 6.200 2.700 6.200 6.500S15.500 22 12 22s-6.200-5.200-6.200-9S8 6.500 12 6.500z";
const SMILE = "M9.300 17.300c1.600 1.500 3.800 1.500 5.400 0";

const head = (colour: string, form = ROUND, feelers = UPRIGHT) =>
  ink(feelers) + shape(form, colour);
/** Two eyes that look somewhere. */
const eyes = (x = 0, y = 0, r = 2.1) =>
  [9.2, 14.8].map((at) => ball(at, 13, r, WHITE) + dot(at + x, 13 + y, 0.95)).join("");

const faces: Record<string, string> = {
  // Big eyes for everything that glitters, and one feeler that hangs
  newcomer:
    head(PALE, ROUND, "M9.500 8.500C9 6 7.500 4 5.500 3.500M14.500 8.500c.5-3 3.500-4 5-1.500") +
    eyes(0, -0.8, 2.9) +
    `<ellipse cx="12" cy="18.500" rx="1.100" ry="1.400" fill="currentColor" stroke="none"/>`,
  // A bow, and a look at what is near
  beginner:
    head(SAND) +
    shape("M12 7.600 8 5.200v4.600zM12 7.600l4-2.400v4.600z", "var(--seat-4)") +
    eyes(0.7, 0.7) +
    ink(SMILE),
  // A straw hat over the eyes: no look to the left or to the right
  easy:
    head(RED) +
    ink("M7.700 13.300h3M13.300 13.300h3M9.800 18h4.400") +
    shape(
      "M4 10.200h16c-1.500-1.700-3-2-4-2.200 0-3-1.600-4.700-4-4.700S8 5 8 8c-1 .2-2.500.5-4 2.200z",
      "var(--sun)",
    ),
  // A scarf, and both eyes on the board
  normal:
    head(BROWN) +
    eyes(0, 0.8) +
    ink(SMILE) +
    shape(
      "M6.500 19.500c3.500 2.200 7.500 2.200 11 0l.8 2c-4 2.300-8.600 2.300-12.600 0z",
      "var(--leaf)",
    ),
  // One brow up
  hard:
    head(GREY, LONG) +
    eyes(-0.6, -0.2) +
    ink(
      "M7.300 10.300c1-.8 2.500-1 3.700-.4M13 9.300c1.200-1.200 2.700-1.200 3.700-.2M9.800 18.300l4.400-.8",
    ),
  // Glasses
  expert:
    head(UMBER, LONG) +
    ball(9, 13, 2.7, WHITE) +
    ball(15, 13, 2.7, WHITE) +
    dot(9.3, 13.3, 0.95) +
    dot(14.7, 13.3, 0.95) +
    ink("M11.700 13h.6M10.200 18.300h3.600"),
  // A crown
  champion:
    head(GOLD, ROUND, "M8.500 9C7 7.500 6 7 3.500 7M15.500 9C17 7.500 18 7 20.500 7") +
    shape(
      "M7.800 8.700 7.200 3l2.600 2.300L12 2l2.200 3.300L16.800 3l-.6 5.700c-2.700-.9-5.700-.9-8.400 0z",
      "var(--sun)",
    ) +
    eyes() +
    ink("M9 17.200c1.800 1.700 4.200 1.700 6 0"),
};

/** The drawing of a face; bots of other packages have none of ours. */
export const faceOf = (level: string | null | undefined): string | undefined =>
  level ? faces[level] : undefined;
