/** The board of Pebbles: the brook, the bag, what is on its way, and everybody's nest. */

// A shape for each colour, so that nothing depends on colours alone.
const SHAPES = {
  white: "M20 4a16 16 0 1 0 .1 0z",
  yellow: "M20 2 37 20 20 38 3 20z",
  red: "M20 3 38 35H2z",
  black: "M6 6h28v28H6z",
};

export function mount(element, host) {
  const style = made("link");
  style.rel = "stylesheet";
  style.href = host.file("board.css");
  const board = made("div", "pebbles");
  element.append(style, board);
  let before = null; // what was drawn last: stones that were not there then appear

  function update(host) {
    const focused = document.activeElement?.dataset.notation;
    board.classList.toggle("still", host.reducedMotion || before === null);
    board.replaceChildren(brook(host, before), turn(host, before), nests(host, before));
    board.querySelector(`[data-notation="${focused}"]`)?.focus();
    before = host.view;
  }

  update(host);
  return { update, destroy: () => element.replaceChildren() };
}

/** What lies in the brook; a stone that can be taken is a button. */
function brook(host, before) {
  const place = made("section", "brook", title(host.say("names.brook")));
  for (const [colour, isNew] of stonesIn(host.view.brook, before?.brook)) {
    place.append(decision(host, `take ${colour}`, stone(host, colour, isNew)) ?? stone(host, colour, isNew));
  }
  return place;
}

/** The bag, and what somebody carries: dig, or go home. */
function turn(host, before) {
  const { bag, carried, load } = host.view;
  const left = made("p", "bag", title(host.say("names.bag")));
  for (const colour in SHAPES) left.append(stone(host, colour), `${bag[colour]}`);
  const way = made("p", "way", title(host.say("names.carried")));
  for (const [colour, isNew] of stonesIn(carried, before?.carried)) way.append(stone(host, colour, isNew));
  if (load > 0) way.append(host.say("counts.score", { n: load }));
  const place = made("section", "turn", left, way);
  for (const notation of ["dig", "home"]) {
    const button = decision(host, notation);
    if (button) place.append(button);
  }
  return place;
}

/** Every nest with its points, and the favourite as far as it is known. */
function nests(host, before) {
  const { nests, points, favourites, to_act } = host.view;
  const places = nests.map((nest, seat) => {
    const head = made("p", "head", host.seats[seat].name, " ");
    head.append(made("b", "", host.say("counts.score", { n: points[seat] })));
    if (favourites[seat]) {
      const favourite = made("span", "favourite", stone(host, favourites[seat]));
      favourite.title = host.say("names.favourite");
      head.append(favourite);
    }
    const place = made("section", `nest seat-${seat}`, head);
    place.dataset.at = `seat ${seat}`; // so that a hint can light it up
    place.classList.toggle("acts", to_act.includes(seat));
    for (const [colour, isNew] of stonesIn(nest, before?.nests[seat])) {
      place.append(stone(host, colour, isNew));
    }
    return place;
  });
  return made("div", "nests", ...places);
}

/** A button for a decision, with its words or something drawn on it; null where it is none now. */
function decision(host, notation, drawing = null) {
  const found = host.decisions.find((one) => one.notation === notation);
  if (!found) return null;
  const button = made("button", drawing ? "take" : "", drawing ?? found.words);
  button.setAttribute("aria-label", found.words);
  button.dataset.notation = notation;
  button.classList.toggle("chosen", host.chosen === notation);
  button.onclick = () => host.play(notation);
  return button;
}

/** Every stone of a place by its colour, and whether it was not there before. */
function* stonesIn(counts, before) {
  for (const colour in SHAPES) {
    for (let number = 0; number < counts[colour]; number++) {
      yield [colour, before !== undefined && number >= before[colour]];
    }
  }
}

function stone(host, colour, isNew = false) {
  const names = `stone ${colour}${isNew ? " new" : ""}`;
  const drawing = drawn("svg", { class: names, viewBox: "0 0 40 40", role: "img" });
  drawing.setAttribute("aria-label", host.say(`fields.${colour}`));
  drawing.append(drawn("path", { d: SHAPES[colour] }));
  return drawing;
}

function title(text) {
  return made("strong", "", text);
}

function made(tag, names = "", ...inside) {
  const element = document.createElement(tag);
  if (names) element.className = names;
  element.append(...inside);
  return element;
}

function drawn(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
}
