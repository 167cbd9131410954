// boardgame.io's own server with the game beside this file.
//   node server.mjs MODULES PORT [FOLDER]
// With a folder it keeps matches there (FlatFile), without one in memory.

import { createRequire } from "node:module";
import { game } from "./game.mjs";

const [modules, port, folder] = process.argv.slice(2);
const require = createRequire(modules);
const { FlatFile, Server } = require("boardgame.io/server");
const core = { ...require("boardgame.io/core") };

const server = Server({
  games: [game(core)],
  origins: [],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
await server.run(Number(port));
