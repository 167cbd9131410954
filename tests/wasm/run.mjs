// Does what a file of tasks says with a game's module, and prints what came of each as JSON.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Engine } from './engine.mjs'

const TASKS = { games, search, look_ahead: lookAhead, steps }
const NONE = -1
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex')
const unpacked = (text) => Buffer.from(text, 'base64')

const [manifest, tasks] = process.argv.slice(2)
const engine = new Engine(manifest)
const answers = JSON.parse(readFileSync(tasks, 'utf8')).map((task) => TASKS[task.do](task))
process.stdout.write(JSON.stringify(answers))

// Whole random games: the bytes in which they end.
function games({ parts, blank, seed, first, games }) {
  engine.put('parts', unpacked(parts))
  engine.put('blank', unpacked(blank))
  const begun = performance.now()
  engine.call('random_games', { seed, first, games })
  const seconds = (performance.now() - begun) / 1000
  const lengths = engine.numbers('lengths', 'i64', games)
  return { states: digest(engine.bytes('states').subarray(0, games * engine.manifest.state_bytes)), moves: Number(lengths.reduce((sum, one) => sum + one, 0n)), seconds }
}

// A search: what was tried at the root, everybody's sums, and how much of the tree is used.
function search({ parts, start, seat, seed, first, last, tries, nodes, edges }) {
  engine.put('parts', unpacked(parts))
  engine.put('start', unpacked(start))
  judge(tries)
  const room = { node_count: nodes, edge_count: edges }
  const root = engine.call('plant', { ...room, searcher: seat })
  const totals = engine.place('totals', 16 * engine.manifest.seats)
  engine.bytes('totals').fill(0)
  const begun = performance.now()
  engine.call('grow', { ...room, searcher: seat, first, last, seed, root })
  const seconds = (performance.now() - begun) / 1000
  return { tried: tried(root), totals: [...engine.numbers('totals', 'f64', 2 * engine.manifest.seats)], used: [...engine.numbers('used', 'i64', 2)].map(Number), seconds }
}

// Lay out by what a search judges, as the game itself says.
function judge(tries) {
  const { mind, settings } = engine.manifest.judgement
  engine.put('mind', unpacked(mind))
  const at = engine.place('settings', engine.manifest.rows.SETTINGS.bytes)
  for (const [name, value] of Object.entries({ ...settings, tries })) engine.write('SETTINGS', name, at, value)
}

// Every edge of a node: its code, visits and sums.
function tried(node) {
  const { NODE, EDGE } = engine.manifest.rows
  const nodes = engine.place('nodes', 0)
  const edges = engine.place('edges', 0)
  const found = []
  let edge = engine.read('NODE', 'first_edge', nodes + node * NODE.bytes)
  while (edge !== NONE) {
    const at = edges + edge * EDGE.bytes
    found.push(['code', 'visits', 'prior', 'chance', 'utility', 'points'].map((field) => engine.read('EDGE', field, at)))
    edge = engine.read('EDGE', 'next_edge', at)
  }
  return found
}

// How good every legal action seems at first look.
function lookAhead({ parts, start, seat, seed, worlds }) {
  engine.put('parts', unpacked(parts))
  engine.put('start', unpacked(start))
  engine.put('state', unpacked(start))
  judge(0)
  const count = engine.call('legal', { seat })
  engine.call('look_ahead', { searcher: seat, worlds, seed, count })
  return [...engine.numbers('values', 'f64', count)]
}

// One game from its setup, a step at a time: all that is known and thought on the way.
function steps({ parts, blank, mind, seed, choices }) {
  return null
}
