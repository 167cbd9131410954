// A plain table for every game: the position as text, the actions as buttons, the log in words.
const main = document.getElementById("main");
const language = ["de", "fr"].find((one) => navigator.language.startsWith(one)) ?? "en";
const words = {
  en: { game: "Game", players: "Players", bots: "Opponents", start: "Start", mine: "My games", undo: "Undo", resign: "Resign", again: "Once more",
        preparing: "is being prepared …", turn: "Your turn.", wait: "Others are deciding.", over: "The game is over.", join: "Take this seat", open: "open", lost: "Connection lost; trying again …" },
  de: { game: "Spiel", players: "Personen", bots: "Gegner", start: "Beginnen", mine: "Meine Spiele", undo: "Zurück", resign: "Aufgeben", again: "Noch einmal",
        preparing: "wird vorbereitet …", turn: "Du bist am Zug.", wait: "Andere entscheiden.", over: "Das Spiel ist aus.", join: "Platz nehmen", open: "frei", lost: "Verbindung verloren; neuer Versuch …" },
  fr: { game: "Jeu", players: "Joueurs", bots: "Adversaires", start: "Commencer", mine: "Mes parties", undo: "Annuler", resign: "Abandonner", again: "Encore une fois",
        preparing: "se prépare …", turn: "À toi de jouer.", wait: "Les autres décident.", over: "La partie est finie.", join: "Prendre place", open: "libre", lost: "Connexion perdue ; nouvel essai …" },
}[language];

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// Not randomUUID, which browsers only have where a page came by https.
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json", "Accept-Language": language },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const kind = answer.headers.get("Content-Type") ?? "";
  const found = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Error(found.message ?? String(answer.status));
  return found;
}

function choice(name, values) {
  return make("select", { name }, ...values.map(([value, text]) => make("option", { value, textContent: text })));
}

async function lobby() {
  const games = (await ask("/api/games")).games;
  const form = make("form");
  const game = choice("game", games.map((one) => [one.name, one.title ?? one.name]));
  const players = choice("players", []);
  const level = choice("level", ["beginner", "easy", "normal", "hard", "expert"].map((one) => [one, one]));
  level.value = "normal";
  const message = make("p", { className: "message", role: "status" });
  const counts = () => {
    const chosen = games.find((one) => one.name === game.value);
    players.replaceChildren(...Array.from({ length: chosen.players.most - chosen.players.fewest + 1 }, (_, more) =>
      make("option", { textContent: chosen.players.fewest + more })));
    message.textContent = chosen.ready ? "" : `${chosen.title ?? chosen.name} ${words.preparing}`;
  };
  game.addEventListener("change", counts);
  form.append(make("label", { textContent: words.game }, game), make("label", { textContent: words.players }, players),
    make("label", { textContent: words.bots }, level), make("button", { className: "main", textContent: words.start }));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seats = Array.from({ length: Number(players.value) }, (_, seat) =>
      seat === 0 ? { kind: "me" } : { kind: "bot", level: level.value });
    try {
      const table = await ask("/api/tables", { game: game.value, players: Number(players.value), seats });
      location.href = `/t/${table.id}`;
    } catch (error) { message.textContent = error.message; }
  });
  counts();
  const mine = (await ask("/api/tables?list=mine")).tables;
  const list = make("ul", {}, ...mine.map((one) =>
    make("li", {}, make("a", { href: `/t/${one.id}`, textContent: `${one.game}: ${one.status}` }))));
  main.replaceChildren(form, message, make("h2", { textContent: words.mine }), list);
}

const invitation = new URLSearchParams(location.search).get("invitation");
const invited = invitation ? { invitation } : {};

function seatLine(table, act) {
  return make("ul", { className: "seats" }, ...table.seats.map((seat, number) => {
    const text = `${number + 1} ${seat.kind === "open" ? words.open : seat.name || seat.level || "?"}`;
    const line = make("li", { className: table.to_act.includes(number) ? "turn" : "", textContent: text });
    if (seat.kind === "open") line.append(" ", make("button", { textContent: words.join, onclick: () => act("join", { seat: number, ...invited }) }));
    return line;
  }));
}

function playAt(id) {
  const message = make("p", { className: "message", role: "status" });
  const log = make("ol", { className: "log" });
  const board = make("pre");
  const body = make("div");
  main.replaceChildren(body, board, message, log);
  let version = 0;

  async function act(command, more = {}) {
    try {
      const done = await ask(`/api/tables/${id}/${command}`, { key: newKey(), ...more });
      if (command === "rematch") location.href = `/t/${done.id}`;
    } catch (error) { message.textContent = error.message; }
  }

  async function show(table) {
    const state = table.status === "over" ? words.over : table.actions.length ? words.turn : words.wait;
    const result = table.scores ? ` ${table.scores.join(" : ")}` : "";
    const buttons = table.actions.map((action) => make("button", {
      textContent: action.words, title: action.text,
      onclick: () => act("play", { seat: table.seat, action: action.code, version: table.version }),
    }));
    if (table.can_undo) buttons.push(make("button", { textContent: words.undo, onclick: () => act("undo", { seat: table.seat, version: table.version }) }));
    if (table.status === "playing" && table.seat !== null) buttons.push(make("button", { textContent: words.resign, onclick: () => confirm(`${words.resign}?`) && act("resign", { seat: table.seat }) }));
    if (table.status === "over") buttons.push(make("button", { className: "main", textContent: words.again, onclick: () => act("rematch") }));
    body.replaceChildren(seatLine(table, act), make("h2", { textContent: state + result }), make("div", { className: "actions" }, ...buttons));
    message.textContent = "";
    for (const line of table.log) {
      if (line.words) log.prepend(make("li", { textContent: `${line.seat + 1}: ${line.words}` }));
    }
    version = table.version;
    if (table.view) board.textContent = await ask(`/api/tables/${id}/picture?language=${language}`);
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${id}/socket?since=${version}&language=${language}`);
    socket.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      if (news.type === "table") show(news);
    };
    socket.onclose = () => { message.textContent = words.lost; setTimeout(connect, 1000); };
  }
  connect();
}

document.documentElement.lang = language;
const table = location.pathname.match(/^\/t\/([\w-]+)$/);
if (table) playAt(table[1]); else lobby().catch((error) => { main.textContent = error.message; });
