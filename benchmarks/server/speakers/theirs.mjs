// The language of boardgame.io: its lobby for tables, its messages `sync` and `update` on socket.io.

import { choices } from "../rival/game.mjs";

const GAME = "micropolis";

export class Theirs {
  constructor(url, require) {
    this.url = url;
    this.io = require("socket.io-client").io;
  }

  async open(slot, spectators) {
    const { matchID } = await this.post("create", { numPlayers: 2 });
    const people = ["0", "1", ...Array(spectators).fill(null)];
    const viewers = [];
    for (const playerID of people) {
      let credentials;
      if (playerID !== null) {
        const body = { playerID, playerName: `Guest ${slot}` };
        credentials = (await this.post(`${matchID}/join`, body)).playerCredentials;
      }
      const viewer = new Viewer(matchID, playerID, credentials);
      await viewer.connect(this.io(`${this.url}/${GAME}`, SOCKET));
      viewers.push(viewer);
    }
    return viewers;
  }

  async post(path, body) {
    const response = await fetch(`${this.url}/games/${GAME}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

const SOCKET = { transports: ["websocket"], forceNew: true, reconnection: false };

class Viewer {
  constructor(matchID, playerID, credentials) {
    this.matchID = matchID;
    this.playerID = playerID;
    this.credentials = credentials;
    this.state = null;
    this.onNews = () => {};
    this.sentAt = -1;
  }

  get version() {
    return this.state._stateID;
  }

  // Its server has no answers apart from the new state.
  get isAnswered() {
    return this.state._stateID > this.sentAt;
  }

  get isOver() {
    return this.state.ctx.gameover !== undefined;
  }

  mayPlay() {
    return !this.isOver && this.state.ctx.currentPlayer === this.playerID;
  }

  play() {
    const { playerID, credentials } = this;
    const legal = choices(this.state.G, playerID);
    const [type, argument] = legal[Math.floor(Math.random() * legal.length)];
    const payload = { type, args: [argument], playerID, credentials };
    this.sentAt = this.version;
    this.socket.emit("update", { type: "MAKE_MOVE", payload }, this.version, this.matchID, playerID);
  }

  connect(socket) {
    this.socket = socket;
    return new Promise((resolve, reject) => {
      socket.on("connect_error", reject);
      socket.on("connect", () =>
        socket.emit("sync", this.matchID, this.playerID, this.credentials, 2),
      );
      socket.on("sync", (_, { state }) => {
        this.state = state;
        // It listens to a new player only after it has answered; the news of that comes last.
        if (this.playerID === null) resolve();
      });
      socket.on("matchData", (_, players) => {
        if (this.playerID !== null && players[this.playerID].isConnected) resolve();
      });
      socket.on("update", (_, state) => {
        this.state = state;
        this.onNews();
      });
      socket.on("disconnect", (reason) => {
        if (!this.isClosed) throw new Error(`the server has hung up: ${reason}`);
      });
    });
  }

  close() {
    this.isClosed = true;
    this.socket.close();
  }
}
