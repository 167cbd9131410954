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
const ROUND = "M12 7.5c4.4 0 7 2.8 7 6.6S16 21.5 12 21.5s-7-3.6-7-7.4 2.6-6.6 7-6.6z";
const LONG = "M12 6.5c4 0 6.2 2.7 6.2 6.5S15.5 22 12 22s-6.2-5.2-6.2-9S8 6.5 12 6.5z";
const SMILE = "M9.3 17.3c1.6 1.5 3.8 1.5 5.4 0";

const head = (colour: string, form = ROUND, feelers = UPRIGHT) =>
  ink(feelers) + shape(form, colour);
/** Two eyes that look somewhere. */
const eyes = (x = 0, y = 0, r = 2.1) =>
  [9.2, 14.8].map((at) => ball(at, 13, r, WHITE) + dot(at + x, 13 + y, 0.95)).join("");

const faces: Record<string, string> = {
  // Big eyes for everything that glitters, and one feeler that hangs
  newcomer:
    head(PALE, ROUND, "M9.5 8.5C9 6 7.5 4 5.5 3.5M14.5 8.5c.5-3 3.5-4 5-1.5") +
    eyes(0, -0.8, 2.9) +
    `<ellipse cx="12" cy="18.5" rx="1.1" ry="1.4" fill="currentColor" stroke="none"/>`,
  // A bow, and a look at what is near
  beginner:
    head(SAND) +
    shape("M12 7.6 8 5.2v4.6zM12 7.6l4-2.4v4.6z", "var(--seat-4)") +
    eyes(0.7, 0.7) +
    ink(SMILE),
  // A straw hat over the eyes: no look to the left or to the right
  easy:
    head(RED) +
    ink("M7.7 13.3h3M13.3 13.3h3M9.8 18h4.4") +
    shape(
      "M4 10.2h16c-1.5-1.7-3-2-4-2.2 0-3-1.6-4.7-4-4.7S8 5 8 8c-1 .2-2.5.5-4 2.2z",
      "var(--sun)",
    ),
  // A scarf, and both eyes on the board
  normal:
    head(BROWN) +
    eyes(0, 0.8) +
    ink(SMILE) +
    shape("M6.5 19.5c3.5 2.2 7.5 2.2 11 0l.8 2c-4 2.3-8.6 2.3-12.6 0z", "var(--leaf)"),
  // One brow up
  hard:
    head(GREY, LONG) +
    eyes(-0.6, -0.2) +
    ink("M7.3 10.3c1-.8 2.5-1 3.7-.4M13 9.3c1.2-1.2 2.7-1.2 3.7-.2M9.8 18.3l4.4-.8"),
  // Glasses
  expert:
    head(UMBER, LONG) +
    ball(9, 13, 2.7, WHITE) +
    ball(15, 13, 2.7, WHITE) +
    dot(9.3, 13.3, 0.95) +
    dot(14.7, 13.3, 0.95) +
    ink("M11.7 13h.6M10.2 18.3h3.6"),
  // A crown
  champion:
    head(GOLD, ROUND, "M8.5 9C7 7.5 6 7 3.5 7M15.5 9C17 7.5 18 7 20.5 7") +
    shape(
      "M7.8 8.7 7.2 3l2.6 2.3L12 2l2.2 3.3L16.8 3l-.6 5.7c-2.7-.9-5.7-.9-8.4 0z",
      "var(--sun)",
    ) +
    eyes() +
    ink("M9 17.2c1.8 1.7 4.2 1.7 6 0"),
};

/** The drawing of a face; bots of other packages have none of ours. */
export const faceOf = (level: string | null | undefined): string | undefined =>
  level ? faces[level] : undefined;
