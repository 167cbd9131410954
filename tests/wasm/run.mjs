// Does what a file of tasks says with a game's module, and prints what came of each as JSON.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Engine } from './engine.mjs'

const TASKS = { games, search, first_looks: firstLooks, steps }
const NONE = -1
const TRIED = ['code', 'visits', 'legal', 'prior', 'chance', 'utility', 'points']
const unpacked = (text) => Buffer.from(text, 'base64')
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex')

const [manifest, tasks] = process.argv.slice(2)
const engine = new Engine(manifest)
const { state_bytes: stateBytes, seats, most_legal: mostLegal, rows, judgement } = engine.manifest
const answers = JSON.parse(readFileSync(tasks, 'utf8')).map((task) => TASKS[task.do](task))
process.stdout.write(JSON.stringify(answers))

// Whole random games: the bytes in which they end, how long they are, and everybody's standing.
function games({ parts, blank, seed, first, games }) {
  engine.put('parts', unpacked(parts))
  engine.put('blank', unpacked(blank))
  const seconds = timed(() => engine.call('random_games', { seed, first, games }))
  const lengths = engine.numbers('lengths', 'i64', games)
  return {
    states: digest(engine.bytes('states').subarray(0, games * stateBytes)),
    standings: [...engine.numbers('standings', 'i64', games * seats * 2)].map(Number),
    lengths: [...lengths].map(Number),
    seconds,
  }
}

// A search: what was tried at the root, everybody's sums, and how much of the tree is used.
function search({ parts, start, seat, seed, slices, tries, nodes, edges }) {
  engine.put('parts', unpacked(parts))
  engine.put('start', unpacked(start))
  layOutJudgement({ tries })
  const room = { node_count: nodes, edge_count: edges, searcher: seat }
  const root = engine.call('plant', room)
  engine.place('totals', 16 * seats)
  engine.bytes('totals').fill(0)
  const seconds = timed(() => {
    for (const [first, last] of slices) engine.call('grow', { ...room, first, last, seed, root })
  })
  return {
    tried: tried(root),
    totals: [...engine.numbers('totals', 'f64', 2 * seats)],
    used: [...engine.numbers('used', 'i64', 2)].map(Number),
    seconds,
  }
}

function timed(work) {
  const begun = process.cpuUsage().user
  work()
  return (process.cpuUsage().user - begun) / 1e6
}

function layOutJudgement(changes) {
  engine.put('mind', unpacked(judgement.mind))
  const at = engine.place('settings', rows.SETTINGS.bytes)
  for (const [name, value] of Object.entries({ ...judgement.settings, ...changes })) {
    engine.write('SETTINGS', name, at, value)
  }
}

// Every edge of a node.
function tried(node) {
  const [nodes, edges] = [engine.place('nodes', 0), engine.place('edges', 0)]
  const found = []
  let edge = engine.read('NODE', 'first_edge', nodes + node * rows.NODE.bytes)
  while (edge !== NONE) {
    const at = edges + edge * rows.EDGE.bytes
    found.push(TRIED.map((field) => engine.read('EDGE', field, at)))
    edge = engine.read('EDGE', 'next_edge', at)
  }
  return found
}

// How good every legal action seems one decision ahead.
function firstLooks({ parts, start, seat, seed, worlds }) {
  for (const name of ['start', 'state']) engine.put(name, unpacked(start))
  engine.put('parts', unpacked(parts))
  layOutJudgement({ tries: 0 })
  const count = engine.call('legal', { seat })
  engine.call('look_ahead', { searcher: seat, worlds, seed, count })
  return [...engine.numbers('values', 'f64', count)]
}

// A whole game, one step at a time: a digest of all that is known and thought after each.
function steps({ parts, blank, seed, players }) {
  engine.put('parts', unpacked(parts))
  engine.put('state', unpacked(blank))
  engine.put('mind', unpacked(judgement.mind))
  engine.call('setup', { seed })
  const found = createHash('sha256')
  for (let step = 0; ; step++) {
    const toAct = engine.bytes('state')[engine.manifest.state.to_act.at]
    found.update(engine.bytes('state'))
    lookAround(found, step, players)
    if (!toAct) return found.digest('hex')
    const seat = 31 - Math.clz32(toAct)
    const count = engine.call('legal', { seat })
    const codes = engine.numbers('codes', 'i32', count)
    found.update(new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength))
    engine.call('apply', { seat, code: codes[(step * 7919) % count] })
  }
}

function lookAround(found, step, players) {
  const seat = step % (players + 1) === players ? NONE : step % (players + 1)
  engine.call('score')
  found.update(engine.bytes('standings').subarray(0, 16 * players))
  found.update(new Uint8Array(new Float64Array([engine.call('appraise')]).buffer))
  found.update(engine.bytes('points').subarray(0, 8 * players))
  if (seat !== NONE) engine.call('observe', { seat })
  if (seat !== NONE) found.update(engine.bytes('observation'))
  const kept = engine.bytes('state').slice()
  engine.call('redetermine', { seat, seed: step })
  found.update(engine.bytes('state'))
  engine.bytes('state').set(kept)
}
