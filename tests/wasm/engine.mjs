// A game's module, loaded by its manifest: memory by name, entries called by their arguments' names.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SIZES = { u8: 1, i32: 4, f32: 4, i64: 8, f64: 8 }
const VIEWS = { u8: Uint8Array, i32: Int32Array, f32: Float32Array, i64: BigInt64Array, f64: Float64Array }
const PAGE = 65536

export class Engine {
  constructor(manifestFile) {
    this.manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
    const bytes = readFileSync(join(dirname(manifestFile), this.manifest.file))
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports
    this.top = this.exports.__heap_base.value
    this.places = new Map()
  }

  // The address of memory under a name, with room for so many bytes; asked for again, the same.
  place(name, size) {
    const kept = this.places.get(name)
    if (kept !== undefined && kept.size >= size) return kept.at
    const at = (this.top + 15) & ~15
    this.top = at + size
    const missing = this.top - this.exports.memory.buffer.byteLength
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE))
    this.places.set(name, { at, size })
    return at
  }

  bytes(name) {
    const { at, size } = this.places.get(name)
    return new Uint8Array(this.exports.memory.buffer, at, size)
  }

  put(name, content) {
    this.place(name, content.length)
    this.bytes(name).set(content)
  }

  numbers(name, type, count) {
    return new VIEWS[type](this.exports.memory.buffer, this.places.get(name).at, count)
  }

  // Call an entry: numbers come from `given`, memory is found by name, or made.
  call(name, given = {}) {
    const { takes } = this.manifest.entries[name]
    const words = takes.map((argument) => {
      if (argument.type !== 'address') return argument.type === 'i64' ? BigInt(given[argument.name]) : given[argument.name]
      return this.place(argument.name, this.sizeOf(argument, given))
    })
    return this.exports[name](...words)
  }

  sizeOf({ of, shape }, given) {
    const item = this.manifest.rows[of]?.bytes ?? SIZES[of]
    return shape.reduce((size, length) => size * (given[length] ?? length), item)
  }

  // A field of a row that lies in memory.
  read(row, field, at) {
    const { at: offset, type } = this.manifest.rows[row].fields[field]
    return new DataView(this.exports.memory.buffer)[`get${NAMES[type]}`](at + offset, true)
  }

  write(row, field, at, value) {
    const { at: offset, type } = this.manifest.rows[row].fields[field]
    const given = type === 'i64' ? BigInt(value) : value
    new DataView(this.exports.memory.buffer)[`set${NAMES[type]}`](at + offset, given, true)
  }
}

const NAMES = { i32: 'Int32', f32: 'Float32', f64: 'Float64', i64: 'BigInt64' }
