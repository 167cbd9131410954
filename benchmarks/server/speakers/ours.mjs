// The language of Formicarium: docs/server.md.

const GAME = "micropolis";

export class Ours {
  constructor(url, require) {
    this.url = url;
    this.WebSocket = require("ws");
    this.cookies = new Map(); // of those who sit at or watch the table of a slot
  }

  async open(slot, spectators) {
    const people = [];
    for (let i = 0; i < 2 + spectators; i++) people.push(await this.person(`${slot} ${i}`));
    const seats = [{ kind: "me" }, { kind: "open" }];
    const asked = { game: GAME, players: 2, options: {}, seats, public: true };
    const { id } = await this.post("/api/tables", people[0], asked);
    await this.post(`/api/tables/${id}/join`, people[1], { key: "join", seat: 1 });
    await this.post(`/api/tables/${id}/start`, people[0], { key: "start" });
    const socket = `${this.url.replace("http", "ws")}/api/tables/${id}/socket`;
    const viewers = people.map((cookie, i) => {
      const address = i < 2 ? `${socket}?language=none&seat=${i}` : `${socket}?language=none`;
      return new Viewer(i, new this.WebSocket(address, { headers: { cookie } }));
    });
    await Promise.all(viewers.map((viewer) => viewer.connected));
    return viewers;
  }

  async person(name) {
    if (!this.cookies.has(name)) {
      const response = await fetch(`${this.url}/api/me`);
      const [cookie] = response.headers.getSetCookie();
      this.cookies.set(name, cookie.split(";")[0]);
    }
    return this.cookies.get(name);
  }

  async post(path, cookie, body) {
    const response = await fetch(this.url + path, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }
}

class Viewer {
  constructor(seat, socket) {
    this.seat = seat;
    this.socket = socket;
    this.document = null;
    this.moves = 0;
    this.isAnswered = true;
    this.onNews = () => {};
    this.connected = new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", (code) => {
        if (!this.isClosed) throw new Error(`the server has hung up: ${code}`);
      });
      socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "table") {
          this.document = message;
          resolve();
        } else if (message.type === "done") {
          this.isAnswered = true;
        } else if (message.type === "refused") {
          throw new Error(`refused: ${message.status} ${message.error} ${message.message}`);
        }
        this.onNews();
      });
    });
  }

  get version() {
    return this.document.version;
  }

  get isOver() {
    return this.document.status === "over";
  }

  mayPlay() {
    return this.document.actions.length > 0;
  }

  play() {
    const { actions, version } = this.document;
    const action = actions[Math.floor(Math.random() * actions.length)].code;
    const key = `${this.seat}-${this.moves++}`;
    this.isAnswered = false;
    this.socket.send(JSON.stringify({ type: "play", key, seat: this.seat, action, version }));
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}
