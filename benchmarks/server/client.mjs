// The load client: people who play at many tables of a server.
//   node client.mjs MODULES TASK
// TASK is JSON: which server ("speaker", "url"), what to do ("work"), and how much of it. What
// happens is told in lines of JSON. Before and after what is measured, the client says so and waits
// for a line, so that whoever started it can look at the clocks of all processes.
//
// A speaker knows the language of one server. `open(slot, spectators)` makes a table, lets two
// people sit down and opens all sockets; it answers with viewers, the two players first:
//   version       grows with everything that the viewer is shown
//   isAnswered    the server has said yes to the last move of this viewer
//   isOver        the game has ended
//   mayPlay()     whether this viewer is to decide
//   play()        send a random legal move
//   close()       leave
//   onNews        called after every message

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Ours } from "./speakers/ours.mjs";
import { Theirs } from "./speakers/theirs.mjs";

const SPEAKERS = { ours: Ours, theirs: Theirs };
const WORK = { race, steady, abandon };
const OPENING = 20; // tables that are opened at the same time
const PATIENCE = 20_000; // milliseconds until a move without an answer is an error
const WARM_UP = 2; // moves of every table that are not counted, at a steady pace

const now = () => performance.now();
const pending = new Set();
let played = 0; // moves that were answered and seen, measured or not

class Table {
  constructor(viewers) {
    this.viewers = viewers;
    this.before = viewers.map(() => 0);
    this.mover = null;
    for (const viewer of viewers) viewer.onNews = () => this.look();
  }

  get isOver() {
    return this.viewers[0].isOver;
  }

  // One move; when its mover had the answer, and when everybody at the table had seen it.
  move() {
    this.mover = this.viewers.slice(0, 2).find((player) => player.mayPlay());
    if (!this.mover) throw new Error("nobody may play, and the game is not over");
    this.viewers.forEach((viewer, i) => (this.before[i] = viewer.version));
    this.sent = now();
    this.answered = 0;
    pending.add(this);
    return new Promise((resolve) => {
      this.finish = resolve;
      this.mover.play();
    });
  }

  look() {
    if (!this.mover) return;
    if (!this.answered && this.mover.isAnswered) this.answered = now();
    if (!this.answered) return;
    for (let i = 0; i < this.viewers.length; i++) {
      if (this.viewers[i].version <= this.before[i]) return;
    }
    this.mover = null;
    pending.delete(this);
    played += 1;
    this.finish({ answered: this.answered, seen: now() });
  }

  close() {
    for (const viewer of this.viewers) viewer.close();
  }
}

// --- What can be measured ------------------------------------------------------------------------

// Everybody plays as fast as the server answers. Tables are opened beforehand, and the clock stops
// when the first game is over, so that nothing but moves is measured; then there are new tables.
async function race(speaker, { tables, seconds }) {
  await heat(speaker, tables, 1000 * Math.min(seconds, 2), false);
  const sum = { moves: 0, seconds: 0 };
  while (sum.seconds < 0.95 * seconds) {
    const { moves, time } = await heat(speaker, tables, 1000 * (seconds - sum.seconds), true);
    sum.moves += moves;
    sum.seconds += time / 1000;
  }
  return sum;
}

async function heat(speaker, count, longest, isMeasured) {
  const tables = await openAll(speaker, count, 0);
  const before = played;
  if (isMeasured) await say("begin");
  const begin = now();
  let isRunning = true;
  const run = async (table) => {
    while (isRunning) {
      await table.move();
      if (table.isOver || now() - begin > longest) isRunning = false;
    }
  };
  await Promise.all(tables.map(run));
  const time = now() - begin;
  if (isMeasured) await say("end");
  for (const table of tables) table.close();
  return { moves: played - before, time };
}

// Every table moves once in so many seconds, with people watching. A move that has to wait for the
// one before it counts from the moment at which it was due.
async function steady(speaker, { tables: count, spectators, interval, seconds }) {
  const tables = await openAll(speaker, count, spectators);
  const every = 1000 * interval;
  const answered = [];
  const seen = [];
  const begin = now();
  const measured = begin + WARM_UP * every;
  const end = measured + 1000 * seconds;
  const run = async (table) => {
    for (let due = begin + Math.random() * every; due < end && !table.isOver; due += every) {
      const isLate = now() > due;
      if (!isLate) await sleep(due - now());
      const start = isLate ? due : now();
      const times = await table.move();
      if (due < measured) continue;
      answered.push(times.answered - start);
      seen.push(times.seen - start);
    }
  };
  const runs = tables.map(run);
  await sleep(measured - now());
  await say("begin");
  await Promise.all(runs);
  const taken = (now() - measured) / 1000;
  await say("end");
  for (const table of tables) table.close();
  return { seconds: taken, moves: seen.length, answered: spread(answered), seen: spread(seen) };
}

// Tables at which a few moves are played, and which everybody leaves then.
async function abandon(speaker, { tables, moves }) {
  let next = 0;
  const run = async (_, slot) => {
    while (next++ < tables) {
      const table = new Table(await speaker.open(slot, 0));
      for (let i = 0; i < moves && !table.isOver; i++) await table.move();
      table.close();
    }
  };
  await Promise.all(Array.from({ length: OPENING }, run));
  return {};
}

// --- Small things --------------------------------------------------------------------------------

async function openAll(speaker, count, spectators) {
  const tables = [];
  let next = 0;
  const run = async () => {
    while (next < count) {
      tables.push(new Table(await speaker.open(next++, spectators)));
    }
  };
  await Promise.all(Array.from({ length: OPENING }, run));
  return tables;
}

// In milliseconds.
function spread(times) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: times.at(-1) };
}

function watch() {
  for (const table of pending) {
    if (now() - table.sent > PATIENCE) {
      const versions = table.viewers.map((viewer, i) => `${table.before[i]}>${viewer.version}`);
      const state = table.answered ? "answered" : "not answered";
      throw new Error(`a move was ${state}, but not seen by all: ${versions.join(" ")}`);
    }
  }
}

const lines = createInterface({ input: process.stdin });
const heard = lines[Symbol.asyncIterator]();

async function say(event, more = {}) {
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);
  await heard.next();
}

const [modules, task] = process.argv.slice(2);
const asked = JSON.parse(task);
const speaker = new SPEAKERS[asked.speaker](asked.url, createRequire(modules));
setInterval(watch, 1000).unref();
const found = await WORK[asked.work](speaker, asked);
await say("result", { ...found, played });
process.exit(0);
