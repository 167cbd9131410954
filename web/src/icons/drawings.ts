/**
 * The drawings of the house, each on a square of 24: ink lines
 * in `currentColor`, washes of colour below.
 * They are our own, in one hand: round ends, lines of 1.5, nothing smaller than 1.
 * A path is data and stays on one line, however long: only here may lines be so.
 */
/** A colour of the page by its name, or one of a thing's own. */
const paint = (colour: string) => (colour.startsWith("#") ? colour : `var(--${colour})`);
const ink = (path: string) => `<path d="${path}"/>`;
const solid = (path: string) => `<path d="${path}" fill="currentColor"/>`;
/** A shape with its wash and its outline. */
const shape = (path: string, colour: string) => `<path d="${path}" fill="${paint(colour)}"/>`;
const wash = (path: string, colour: string) =>
  `<path d="${path}" fill="${paint(colour)}" stroke="none"/>`;
const dot = (x: number, y: number, r = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`;
const ball = (x: number, y: number, r: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${paint(colour)}"/>`;
const oval = (x: number, y: number, rx: number, ry: number, colour: string) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${paint(colour)}"/>`;

/** An ant from the side, walking to the right; what she carries or wears comes on top. */
const ant = (colour = "earth") =>
  ink("M10.5 15 8 20M12.5 15.5v5M14 15l2.5 5M18.5 9.5 21 6.5M19.5 10.5l3-1.5") +
  oval(6, 13, 4, 3.3, colour) +
  oval(12.2, 13.5, 2.6, 2, colour) +
  ball(17.3, 11.8, 2.7, colour) +
  dot(18.2, 11.3, 0.8);

/** A leaf with its middle rib. */
const leaf = (colour: string) =>
  shape("M4.5 19.5C4 9 10 4.5 20 4c-.3 10.5-5 16-15.5 15.5z", colour) +
  ink("M3 21 14 10M9 15v-4M11.5 12.5h4");

const season = (inside: string) => ball(12, 12, 9.5, "paper") + inside;

export const drawings = {
  // --- The house ---------------------------------------------------------------------------------
  ant:
    ink(
      "M10.2 4.8 8 2.5M13.8 4.8 16 2.5M9.8 10 5.5 8M14.2 10l4.3-2M9.6 12H4.5M14.4 12h5.1M9.9 13.8 5.5 17.5M14.1 13.8l4.4 3.7",
    ) +
    '<g fill="currentColor"><circle cx="12" cy="6.3" r="2.3"/><ellipse cx="12" cy="11.5" rx="1.7" ry="2.2"/><ellipse cx="12" cy="18" rx="2.9" ry="3.9"/></g>',
  cross: ink("M6 6l12 12M18 6 6 18"),
  gear: ink(
    "M12 8.8a3.2 3.2 0 1 0 0 6.4a3.2 3.2 0 0 0 0-6.4zM10.2 2.8h3.6l.6 2.7 1.7 1 2.6-.9 1.8 3.1-2 1.9v2l2 1.9-1.8 3.1-2.6-.9-1.7 1-.6 2.7h-3.6l-.6-2.7-1.7-1-2.6.9-1.8-3.1 2-1.9v-2l-2-1.9 1.8-3.1 2.6.9 1.7-1z",
  ),
  menu: ink("M4 7h16M4 12h16M4 17h16"),
  up: ink("M6 14l6-6 6 6"),
  down: ink("M6 10l6 6 6-6"),
  whole: ink("M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"),
  nearer: ink("M9 4v5H4M15 4v5h5M20 15h-5v5M4 15h5v5"),
  plus: ink("M5 12h14M12 5v14"),
  minus: ink("M5 12h14"),
  undo: ink("M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4"),
  hint: ink("M9 18h6M10 21h4M9 15.5C6.5 14 5.5 12 5.5 9.5a6.5 6.5 0 0 1 13 0c0 2.5-1 4.5-3.5 6z"),
  eye:
    ink("M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12z") +
    dot(12, 12, 2.8),
  chat: ink("M4 5h16v11H11l-5 4v-4H4z"),
  play: solid("M8 5.5v13l10.5-6.5z"),
  pause: ink("M8.5 5.5v13M15.5 5.5v13"),
  next: ink("M9 6l6 6-6 6"),
  previous: ink("M15 6l-6 6 6 6"),
  first: ink("M17 6l-6 6 6 6M7 6v12"),
  last: ink("M7 6l6 6-6 6M17 6v12"),
  search: ink("M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5"),
  check: ink("M5 12.5 10 17.5 19.5 7"),
  warning: ink("M12 3.5 21.5 20h-19zM12 9.5v5") + dot(12, 17.3),
  link: ink(
    "M10 14a4 4 0 0 0 5.7 0l3.3-3.3a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5 13.3A4 4 0 0 0 10.7 19l1.3-1.3",
  ),
  clock: ink("M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM12 7v5.3l3.5 2"),
  bot: ink("M6 9h12v10H6zM12 9V5.5M9 15.5h6") + dot(12, 4.5) + dot(9.5, 12.5) + dot(14.5, 12.5),
  person: ink(
    "M12 4a3.8 3.8 0 1 0 0 7.6A3.8 3.8 0 0 0 12 4zM4.5 20.5c.5-4.3 3.3-6.5 7.5-6.5s7 2.2 7.5 6.5",
  ),
  people: ink(
    "M9 5a3.2 3.2 0 1 0 0 6.4A3.2 3.2 0 0 0 9 5zM2.5 19.5c.4-3.8 2.8-5.7 6.5-5.7s6.1 1.9 6.5 5.7M15.5 5.5a3 3 0 0 1 0 5.6M17.5 14c2.4.7 3.7 2.5 4 5.5",
  ),
  star: solid("M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6L12 16.9l-5.3 3 1.2-6L3.4 9.8l6-.7z"),
  dice:
    shape("M4.5 4.5h15v15h-15z", "paper") +
    dot(8.5, 8.5, 1.3) +
    dot(12, 12, 1.3) +
    dot(15.5, 15.5, 1.3),
  book:
    shape(
      "M12 6.5C9.5 4.8 6.5 4.5 3.5 5v13.5c3-.5 6-.2 8.5 1.5 2.5-1.7 5.5-2 8.5-1.5V5c-3-.5-6-.2-8.5 1.5z",
      "paper",
    ) + ink("M12 6.5V20"),
  school:
    shape("M12 5 22 9.5 12 14 2 9.5z", "paper-3") +
    ink("M6.5 12v4.5c3.5 2.5 7.5 2.5 11 0V12M20.5 10.5v5"),
  flag: ink("M6 21V4") + shape("M6 4.5h12l-3 4 3 4H6z", "sun"),
  lock: shape("M5.5 10.5h13v9.5h-13z", "paper-3") + ink("M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5"),
  sound:
    shape("M4 9.5h3.5L12 5.5v13l-4.5-4H4z", "paper-3") +
    ink("M15 9a4 4 0 0 1 0 6M17.5 6.5a8 8 0 0 1 0 11"),
  download: ink("M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15"),

  // --- Ants --------------------------------------------------------------------------------------
  worker: ant(),
  soldier:
    ant("bad") +
    ink("M19.5 12.5c2 .2 3 1 3 2.5M19 13.5c1.3.8 1.5 1.7 1 2.8") +
    shape("M14.7 10.3c.3-2.3 1.6-3.3 3.3-3 1.3.2 2.1 1.1 2 2.5z", "stone"),
  nurse:
    ant("earth-3") +
    oval(11, 6.5, 4.3, 2.6, "paper") +
    ink("M8.8 5.3v2.4M11 4.8v3.4M13.2 5.3v2.4M11.5 9l.5 2.5"),
  queen:
    ink("M12 15 10.5 20M13.5 15.3l1 4.7M15 14.5l3 5M19 8.5l2.5-3M20 9.5l2.8-1.2") +
    oval(6.2, 12.5, 5.2, 4.3, "earth") +
    ink("M3.5 9.2v6.5M6.5 8.3v8.4M9 9.5v6") +
    oval(13.3, 12.5, 2.5, 2.1, "earth") +
    ball(17.8, 11, 2.7, "earth") +
    dot(18.6, 10.7, 0.8) +
    shape("M15 7.8 14.5 3.5l2.3 1.9L18.5 3l1 2.7 2.2-1-1.2 4z", "sun"),
  architect: ant("earth-3") + ink("M5.5 8.5 9 1.5l3.5 7M6.8 6.2h4.5") + dot(9, 1.8),
  officer:
    ant("bad") + shape("M9 2.5l1.3 2.7 3 .4-2.2 2.1.5 3L9 9.3l-2.6 1.4.5-3L4.7 5.6l3-.4z", "sun"),
  sentinel:
    ant("stone") +
    ink("M11.5 2v10") +
    solid("M11.5 1 9.8 4.5h3.4z") +
    shape("M3.5 3h5v3.2c0 1.8-1 2.8-2.5 3.6C4.5 9 3.5 8 3.5 6.2z", "stone"),
  egg: oval(12, 12.5, 5.5, 7.5, "paper") + ink("M9.5 8.5c.5-1.2 1.3-1.8 2.5-2"),
  larva:
    shape(
      "M5 16c-2-4 1-9 6-9.5 5-.5 9 2 9 5.5 0 2.8-2.3 3.5-4 2.5-1.8-1-3.5-.8-4.5 1C10 18.5 6.5 19 5 16z",
      "paper",
    ) +
    ink("M8 8.5c-.8 1.5-.5 3 .5 4M11.5 7c-.5 1.8 0 3.5 1.2 4.5M15.5 7.5c-.3 1.5.2 3 1.3 4") +
    dot(18, 10.5, 0.8),

  // --- Fruit and barracks ------------------------------------------------------------------------
  cherry:
    ink("M8 15C9 10 12 6 17 3.5M16 15.5c.5-4.5.8-8 1-12M17 3.5c-2.5-.8-4.5-.5-6 1") +
    ball(7.5, 17, 3.7, "#b3262e") +
    ball(16, 17.5, 3.7, "#b3262e"),
  lemon:
    shape(
      "M4 13.5C4 8.5 8 5.5 12.5 5.5c2.3 0 3.7.8 4.8 1.8l2.7-.8-.7 2.8c.9 1.3 1.2 2.7 1.2 4.2 0 4.5-4 7-8.3 7S4 18 4 13.5z",
      "#e8c53a",
    ) + ink("M7.5 13c.2-2.2 1.7-3.8 4-4.2"),
  grape:
    ink("M12 2.5v4") +
    wash("M12 5c2-2 4-2.2 6-1-1.5 2-3.5 2.5-6 1z", "leaf") +
    ball(8, 9, 2.4, "#6d4a8f") +
    ball(12.5, 9, 2.4, "#6d4a8f") +
    ball(16.5, 9.5, 2.4, "#6d4a8f") +
    ball(10, 13, 2.4, "#6d4a8f") +
    ball(14.5, 13.3, 2.4, "#6d4a8f") +
    ball(12.2, 17.5, 2.4, "#6d4a8f"),
  blackberry:
    wash(
      "M12 6C9.5 5.5 8 4.5 7.5 2.5c2 0 3.5.5 4.5 1.7 1-1.2 2.5-1.7 4.5-1.7-.5 2-2 3-4.5 3.5z",
      "leaf",
    ) +
    ball(9, 9, 2.3, "#3b3452") +
    ball(14.8, 9, 2.3, "#3b3452") +
    ball(7.8, 13, 2.3, "#3b3452") +
    ball(12, 12, 2.3, "#3b3452") +
    ball(16.2, 13, 2.3, "#3b3452") +
    ball(9.8, 16.3, 2.3, "#3b3452") +
    ball(14.3, 16.3, 2.3, "#3b3452") +
    ball(12, 19.5, 2.2, "#3b3452"),
  fig:
    shape(
      "M12 3c.5 2.5 1.5 4 3.5 5.5 2.3 1.7 3.5 3.5 3.5 6 0 4-3 6.5-7 6.5s-7-2.5-7-6.5c0-2.5 1.2-4.3 3.5-6C10.5 7 11.5 5.5 12 3z",
      "#7d5a8c",
    ) + ink("M12 9v8M9 11c-.8 1.8-.8 3.7 0 5.5M15 11c.8 1.8.8 3.7 0 5.5"),
  pomegranate:
    ball(12, 14, 7, "#c24b3f") +
    shape("M9.5 7.5 8.5 3l2.3 1.5L12 2.5l1.2 2L15.5 3l-1 4.5z", "#c24b3f") +
    ink("M9 13.5c.3-1.7 1.2-2.7 2.7-3") +
    dot(13.5, 13.5) +
    dot(15.5, 15.5) +
    dot(12.5, 17),
  gift:
    shape("M4 10h16v10.5H4z", "sun") +
    ink("M12 10v10.5M4 10V7h16v3M12 7C9 7 7 5.5 8 4s3.5 0 4 3c.5-3 3-4.5 4-3s-1 3-4 3z"),
  barracks:
    shape("M4 20.5v-9.5C4 6.5 7.5 3.5 12 3.5s8 3 8 7.5v9.5z", "earth-3") +
    shape("M8.5 20.5v-6a3.5 3.5 0 0 1 7 0v6z", "earth-2") +
    ink("M4 12h3M17 12h3M8 7.5l1.5 1.5M16 7.5 14.5 9"),
  token: ball(12, 12, 9, "earth-3") + ink("M7.5 16.5 12 7l4.5 9.5M9.2 13.3h5.6"),

  // --- Garden and seasons ------------------------------------------------------------------------
  food:
    shape(
      "M12 20.5c-4.5 0-7.5-3-7.5-7 0-4.5 3.5-9 7.5-10 4 1 7.5 5.5 7.5 10 0 4-3 7-7.5 7z",
      "grass",
    ) + ink("M12 9v8M9 12.5l3 2 3-2"),
  earth:
    shape("M3.5 18.5C5 12 8.5 8 12 8s7 4 8.5 10.5z", "earth") +
    dot(9, 15) +
    dot(13, 12.5) +
    dot(15.5, 16),
  stone:
    shape("M4 17 6.5 9l6-3.5 6.5 4L20.5 17l-7 2.5z", "stone") +
    ink("M6.5 9l6 3.5 6.5-3M12.5 12.5l1 7"),
  ladybug:
    ink(
      "M10 5 8.5 2.5M14 5l1.5-2.5M5.5 11 3 9.5M5 15H2.5M6 18l-2 2M18.5 11 21 9.5M19 15h2.5M18 18l2 2",
    ) +
    ball(12, 6.5, 3, "earth-2") +
    oval(12, 14, 6.8, 7, "#c8382c") +
    ink("M12 7v14") +
    dot(9, 12, 1.3) +
    dot(15, 12, 1.3) +
    dot(9.5, 16.8, 1.3) +
    dot(14.5, 16.8, 1.3),
  termite:
    ink(
      "M10.5 4.5 9 2M13.5 4.5 15 2M9 9.5 5.5 8M15 9.5 18.5 8M9 11.5H5M15 11.5h4M9.5 13.5 6.5 16M14.5 13.5l3 2.5",
    ) +
    ball(12, 6.3, 2.9, "earth-3") +
    oval(12, 11, 2.2, 2, "paper-3") +
    oval(12, 17, 3.6, 4.7, "paper-3") +
    ink("M8.8 15.5h6.4M8.6 18h6.8"),
  spider:
    ink(
      "M9 11 5 8.5 3.5 4.5M9 12.5 4.5 12 2 9.5M9 14l-4.5 2L2.5 19.5M9.5 15.5 7.5 18.5 8 22M15 11l4-2.5 1.5-4M15 12.5l4.5-.5L22 9.5M15 14l4.5 2 2 3.5M14.5 15.5l2 3L16 22",
    ) +
    oval(12, 15, 4, 4.5, "earth-2") +
    ball(12, 9, 2.6, "earth-2"),
  mushroom:
    shape("M9.5 13h5l1 7.5h-7z", "paper") +
    shape("M3 13c0-5.5 4-9 9-9s9 3.5 9 9z", "bad") +
    dot(8.5, 9.5, 1.2) +
    dot(13, 7.5, 1.2) +
    dot(16.5, 10.5, 1.2),
  tunnel:
    shape("M3 20c0-7 4-12 9-12s9 5 9 12z", "earth") +
    wash("M8 20c0-4 1.8-6.5 4-6.5s4 2.5 4 6.5z", "earth-2") +
    ink("M8 20c0-4 1.8-6.5 4-6.5s4 2.5 4 6.5"),
  farm:
    shape("M4.5 20C4 12 8 7 17 5.5 17 14 13 19.5 4.5 20z", "grass") +
    ink("M4.5 20 13 10.5") +
    oval(17.5, 15.5, 3.3, 2.6, "leaf") +
    ink("M20.5 14l1.5-1.5M16 18v2M18.5 18v2"),
  scavenging:
    shape("M5 20 7 7.5h10L19 20z", "earth-3") +
    ink("M7 7.5c0-2.5 2-4 5-4s5 1.5 5 4M6 13.5h12M9.5 7.5 9 20M14.5 7.5 15 20"),
  subcolony:
    shape("M3 19.5C4 12.5 7.5 8 12 8s8 4.5 9 11.5z", "earth-3") +
    ball(9, 15.5, 2, "earth-2") +
    ball(15, 15.5, 2, "earth-2") +
    ink("M11 15.5h2M12 8V4") +
    shape("M12 3.5h5l-1.5 1.7L17 7h-5z", "sun"),
  event:
    shape("M12 2.5l2.3 4.7 5.2.7-3.8 3.6.9 5.1L12 14.2l-4.6 2.4.9-5.1L4.5 7.9l5.2-.7z", "sun") +
    ink("M6 20.5h12"),
  atelier:
    ink("M5 20 14 11") +
    shape("M12.5 8.5 16 5l4 4-3.5 3.5z", "stone") +
    ink("M5 5l5 5M4 8.5 8.5 4M14 14.5 19.5 20"),
  deeper: ink("M12 3v16M6 13l6 6.5 6-6.5"),
  steps: ink("M2 17.5q4.5-10 9-2t9-3.5M15.5 7.5l4.5 4.3-3.5 5"),
  hex: ink("M12 2.5l8.2 4.8v9.4L12 21.5l-8.2-4.8V7.3z"),
  objective: ball(12, 12, 9, "paper") + ball(12, 12, 5.5, "bad") + ball(12, 12, 2, "paper"),
  nurse_seat: ball(12, 12, 8.5, "paper-3") + ink("M8.5 12.5 11 15l5-5.5"),
  spring: season(
    ink("M12 19v-8") +
      wash("M12 13c-4 0-6-2-6-6 4 0 6 2 6 6zM12 11c0-3.5 2-5 5.5-5 0 3.5-2 5-5.5 5z", "leaf"),
  ),
  summer: season(
    ball(12, 12, 4, "sun") +
      ink(
        "M12 4.5v2M12 17.5v2M4.5 12h2M17.5 12h2M6.7 6.7l1.4 1.4M15.9 15.9l1.4 1.4M17.3 6.7l-1.4 1.4M8.1 15.9l-1.4 1.4",
      ),
  ),
  autumn: season(
    shape("M7 17C6.5 11 10 7.5 16.5 7c0 6.5-3.5 10-9.5 10z", "sun") + ink("M6 18.5 13 11"),
  ),
  winter: season(ink("M12 5v14M6 8.5l12 7M18 8.5l-12 7M10 6.5l2 1.5 2-1.5M10 17.5l2-1.5 2 1.5")),

  // --- Forest and hill ---------------------------------------------------------------------------
  butterfly:
    shape("M12 12C9 5 3.5 4 3 8c-.4 3.5 3 6 9 4zM12 12c3-7 8.5-8 9-4 .4 3.5-3 6-9 4z", "sun") +
    shape(
      "M12 12.5c-5 .5-7 3-6 5.5 1.2 2.7 5 1 6-5.5zM12 12.5c5 .5 7 3 6 5.5-1.2 2.7-5 1-6-5.5z",
      "water",
    ) +
    ink("M12 9v9M12 9l-2-4M12 9l2-4"),
  grasshopper:
    ink("M6 15 4.5 20M9.5 15.5 10 20M16.5 8.5 20 4M17.5 9.5l4-2.5M15.5 14l1 6") +
    shape("M3 14.5c2-2.5 7-4 11.5-5l4.5 1c1 1.5.5 3-1 3.7-5 1.8-11 2.3-15 .3z", "grass") +
    ink("M4.5 13.5 11.5 5l3.5 8") +
    dot(18, 11.3, 0.9),
  dragonfly:
    oval(6.5, 7.5, 5, 1.9, "water") +
    oval(17.5, 7.5, 5, 1.9, "water") +
    oval(7.5, 11.5, 4.3, 1.6, "water") +
    oval(16.5, 11.5, 4.3, 1.6, "water") +
    shape("M10.8 6h2.4l-.5 15.5h-1.4z", "leaf") +
    ball(12, 4.8, 2, "leaf"),
  beetle:
    ink(
      "M10 5 8 2.5M14 5l2-2.5M6 11 3 9.5M5.5 14.5h-3M6.5 18l-2.5 2M18 11l3-1.5M18.5 14.5h3M17.5 18l2.5 2",
    ) +
    oval(12, 6.8, 3.5, 2.6, "earth-2") +
    oval(12, 14.5, 6, 6.8, "earth-2") +
    ink("M12 8v13M9 11.5v6M15 11.5v6"),
  woodlouse:
    ink("M5 15v3M8.5 16.5v3M12 17v3M15.5 16.5v3M19 15v3M20.5 11 23 9") +
    shape("M2.5 15C3 9.5 7 6.5 12 6.5s9 3 9.5 8.5z", "stone") +
    ink("M6.5 8.8 6 15M10 7l-.3 8M14 7l.3 8M17.5 8.8l.5 6.2"),
  anteater:
    shape(
      "M2 14c.5-4 3.5-6.5 8-6.5 3 0 4.5 1.2 6 2.7l6.5 5.3c.5.5.2 1.2-.6 1L15 15.5c-.5 1.5-1.5 2.5-3 2.8L11.5 21h-2l-.5-2.5H6.5L6 21H4l-.3-3.5C2.5 16.7 2 15.5 2 14z",
      "stone",
    ) +
    ink("M5 10c2.5 2 5.5 2.3 8 .5M16.5 17.5c2 .5 4 .8 6 .3") +
    dot(15.5, 11.8, 0.9),
  green_leaf: leaf("grass"),
  brown_leaf: leaf("earth-3"),
  scout: ant() + ink("M4.5 8.5a3 3 0 1 0 6 0a3 3 0 0 0-6 0zM9.7 6.3 12.5 3"),
  build:
    shape("M12 3.5l4.5 2.6v5.2L12 14l-4.5-2.7V6.1z", "earth-3") +
    shape(
      "M7.5 12l4.5 2.6v5.2l-4.5 2.7L3 19.8v-5.2zM16.5 12l4.5 2.6v5.2l-4.5 2.7-4.5-2.7v-5.2z",
      "earth",
    ),
  hatch:
    shape("M6 13c0 5 2.5 8 6 8s6-3 6-8l-2.5 2-2-2.5-1.5 2.5-2-2.5L8 15z", "paper") +
    ball(12, 8.5, 3.2, "earth") +
    ink("M10.5 5.5 9 3M13.5 5.5 15 3") +
    dot(13.2, 8, 0.8),
  ants:
    '<g transform="translate(-1 -3) scale(.7)">' +
    ant() +
    '</g><g transform="translate(8 7) scale(.7)">' +
    ant() +
    "</g>",
  transport: ant() + shape("M5.5 9.5C6 5.5 9 3 14 3c0 4.5-3.5 7-8.5 6.5z", "grass"),
  fungus:
    shape("M10.5 12h3l1.5 8.5H9z", "paper") +
    shape("M4.5 12.5C5 7.5 8 5 12 5s7 2.5 7.5 7.5z", "paper-3") +
    ink("M8 12.5 9 16M16 12.5 15 16") +
    dot(9.5, 9.5) +
    dot(13.5, 8),
  fungus_spot:
    ball(12, 12, 8, "paper-3") +
    ball(9.5, 10, 2, "paper") +
    ball(14.5, 11, 1.6, "paper") +
    ball(11.5, 15, 1.8, "paper"),
  bridge:
    ink("M3 10v9M21 10v9M3 16h18M7 16v3M12 16v3M17 16v3") +
    shape("M2 10c6-4.5 14-4.5 20 0v2.5c-6-3.5-14-3.5-20 0z", "earth-3"),
  nest:
    shape("M3 20C4 12.5 7.5 7 12 7s8 5.5 9 13z", "earth-3") +
    ink("M7 14c1.5-1 3-1 4.5 0s3 1 4.5 0M6 17.5c1.7-1 3.3-1 5 0s3.3 1 5 0M12 7V4"),
  gorge:
    shape("M2 5h6l2 4-1.5 4L10 20H2z", "earth-3") +
    shape("M22 5h-5l-2.5 4 2 4L15 20h7z", "earth-3") +
    ink("M11.5 12c.7.7 1.3.7 2 0M11 16c.7.7 1.3.7 2 0"),
  hero: shape("M4 18.5 3 8l5 4 4-7 4 7 5-4-1 10.5z", "sun") + ink("M5.5 15h13"),
  prey:
    ink("M12 5v14M6.5 8 4 6M6.5 12H3.5M6.5 16 4 18M17.5 8 20 6M17.5 12h3M17.5 16l2.5 2") +
    oval(12, 12, 5.5, 7.5, "bad") +
    ink("M12 4.5v15"),

  // --- Roads and friends -------------------------------------------------------------------------
  millipede:
    shape(
      "M3 14c0-3 2-4.5 4.5-4.5S12 11 12 13s1.3 3 2.7 3 2.8-1 2.8-3V8.5C17.5 6.5 18.5 5 20 5s2 1.5 2 3.5V14c0 4-3 6.5-7 6.5s-6.5-2.5-6.5-5.5c0-1-.3-1.5-1-1.5s-1 .5-1 1.5v2H3z",
      "earth-3",
    ) +
    ink(
      "M4 17v3M6 17v3M9.5 18l-1 2.5M12.5 20l-.5 2.5M16.5 20l.5 2.5M19.5 18l1.5 2M21 5l1-2.5M19.5 5 19 2.5",
    ) +
    dot(20.2, 7.2, 0.8),
  bumblebee:
    oval(9, 6, 4.2, 2.6, "water") +
    oval(15, 5.5, 4.2, 2.6, "water") +
    oval(12, 13.5, 8, 6, "sun") +
    wash(
      "M8.5 8.3c-1.5 3.3-1.5 7 0 10.5l2.8.7c-1.2-4-1.2-8 0-12zM15 8c1 3.5 1 7.5 0 11.2l2.2-1.2c.8-3 .8-6 0-8.9z",
      "ink",
    ) +
    dot(18.5, 12.3, 0.9) +
    ink("M19 9.5l2-2.5"),
  stick:
    ink(
      "M3 19 21 5M8 15 4.5 11M10.5 13l.5 7.5M14 10.5 10.5 5.5M16 9l3 6.5M19 6.5 22 3.5M18.5 6.5 19 2.5",
    ) + dot(20.5, 5.5, 1.3),
  rhino:
    ink("M8.5 18 7 21M12 18.5V21M16 17.5l1.5 3") +
    shape("M3 15.5C3 11 6.5 8 11 8c4 0 7 2.5 7.5 6l.5 1.5c-1 2-4 3-8 3-4.5 0-8-1-8-3z", "earth-2") +
    shape("M17 11c2 0 3.5-1.5 3.5-5 2 3 1.5 7.5-2 9z", "earth-3") +
    ink("M10.5 8c1.5 3 1.5 7 0 10.3") +
    dot(18, 13, 0.8),
  orange_caterpillar:
    ball(5, 16, 3, "#dd8230") +
    ball(9, 13, 3, "#dd8230") +
    ball(13.5, 13.5, 3, "#dd8230") +
    ball(17.8, 11, 3.5, "#dd8230") +
    ink("M16.5 7.8 15.5 4.5M19.5 8l2-2.8M8.5 16v2.5M13 16.5V19") +
    dot(19, 10.5, 0.9),
  exotic_caterpillar:
    ball(5, 16, 3, "#5b9b6b") +
    ball(9, 13, 3, "#b65a8f") +
    ball(13.5, 13.5, 3, "#5b9b6b") +
    ball(17.8, 11, 3.5, "#b65a8f") +
    ink("M5 13V9.5M9 10V6.5M13.5 10.5V7M16.5 7.8 15.5 4.5M19.5 8l2-2.8") +
    dot(5, 9, 1) +
    dot(9, 6, 1) +
    dot(13.5, 6.5, 1) +
    dot(19, 10.5, 0.9),
  snail:
    shape(
      "M2.5 19.5c3-1 5.5-1 9-1s6.5-1 7.5-4c.5-1.8 1-4 .5-6 2.5.5 3.5 3 3 6-.7 3.8-3.5 5.5-7.5 5.5z",
      "earth-3",
    ) +
    ball(10.5, 12.5, 6, "paper-3") +
    ink(
      "M10.5 12.5c1.5-.2 2 1.5.8 2.2-1.8 1-3.8-.5-3.5-2.7.3-2 2.5-3.2 4.5-2.3 2 1 2.8 3.3 1.8 5.3M19.5 8.5 18.5 5M21 8.8 22.5 6",
    ),
  card: shape("M6 3.5h12v17H6z", "paper") + ink("M9 8h6M9 16h6") + ball(12, 12, 2.3, "earth-3"),
  stone_piece:
    shape("M5 15 7 8.5l5-3 6 3L19.5 15 14 19H9z", "stone") + ink("M7 8.5l5 3 6-3M12 11.5V19"),
  river:
    shape("M2 8c3.5-3 6.5 3 10 0s6.5 3 10 0v8c-3.5 3-6.5-3-10 0s-6.5-3-10 0z", "water") +
    ink("M5 12.5c2-1 3.5 1 5.5 0M14 12c2-1 3 .8 5 0"),
  road: shape("M8.5 3.5h7L20 20.5H4z", "earth-3") + ink("M12 5.5v2.5M12 10.5v3M12 16v3.5"),
  friend: shape(
    "M12 20C6 16 3 12.7 3 9.3 3 6.5 5 4.5 7.5 4.5c2 0 3.5 1 4.5 2.8 1-1.8 2.5-2.8 4.5-2.8 2.5 0 4.5 2 4.5 4.8C21 12.7 18 16 12 20z",
    "bad",
  ),
  leaf: leaf("leaf"),
};

export type IconName = keyof typeof drawings;
