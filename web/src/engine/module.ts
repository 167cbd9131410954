/**
 * A game's module of WebAssembly, called by its manifest: memory by name, entries with the names
 * of what they are handed. See docs/webassembly.md.
 */
import { NoEngine } from "./obstacles";
import type { Fields, Given, Handed, Manifest, Place } from "./schema";

const PAGE = 65_536; // bytes
const ALIGNED = 16;
const SIZES: Record<string, number> = { u8: 1, i32: 4, f32: 4, i64: 8, f64: 8 };
/** How a number of each type is read, and how it is written. */
const READS: Record<string, (view: DataView, at: number) => number> = {
  u8: (view, at) => view.getUint8(at),
  i32: (view, at) => view.getInt32(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  i64: (view, at) => Number(view.getBigInt64(at, true)),
  f64: (view, at) => view.getFloat64(at, true),
};
const WRITES: Record<string, (view: DataView, at: number, to: number) => void> = {
  u8: (view, at, to) => view.setUint8(at, to),
  i32: (view, at, to) => view.setInt32(at, to, true),
  f32: (view, at, to) => view.setFloat32(at, to, true),
  i64: (view, at, to) => view.setBigInt64(at, BigInt(to), true),
  f64: (view, at, to) => view.setFloat64(at, to, true),
};
/** The form of manifests that is read here. */
const FORM = 1;

/** Whether a module is of the form that is read here. */
export function checkForm(manifest: Manifest): void {
  if (manifest.form !== FORM)
    throw new NoEngine("version", `a manifest of form ${manifest.form}, not ${FORM}`);
}

interface Exports {
  memory: WebAssembly.Memory;
  __heap_base: WebAssembly.Global<"i32">;
  [entry: string]: unknown;
}

export class Module {
  private readonly exports: Exports;
  private readonly places = new Map<string, { at: number; size: number }>();
  private readonly lying = new Map<Place, Uint8Array>();
  private top: number;

  private constructor(
    readonly manifest: Manifest,
    instance: WebAssembly.Instance,
  ) {
    this.exports = instance.exports as unknown as Exports;
    this.top = this.exports.__heap_base.value;
    for (const { takes } of Object.values(manifest.entries))
      for (const { name, of, shape } of takes)
        if (of && shape?.every((length) => typeof length === "number"))
          this.place(name as Place, this.sizeOf(of, shape, {}));
  }

  static async open(manifest: Manifest, code: WebAssembly.Module): Promise<Module> {
    checkForm(manifest);
    const instance = await WebAssembly.instantiate(code).catch((error: unknown) => {
      throw new NoEngine(error instanceof RangeError ? "memory" : "blocked", String(error));
    });
    return new Module(manifest, instance);
  }

  /** Bytes that are taken, from the beginning of memory. */
  get taken(): number {
    return this.top;
  }

  /**
   * Room for so many bytes under a name; asked for again, the same if it is
   * large enough. Before it can hold something else, `forget` gives it back.
   */
  place(name: Place, size: number): number {
    const known = this.places.get(name);
    if (known && known.size >= size) return known.at;
    const at = Math.ceil(this.top / ALIGNED) * ALIGNED;
    this.reach(at + size);
    this.top = at + size;
    this.places.set(name, { at, size });
    return at;
  }

  /** Give the newest places back. */
  forget(...names: Place[]): void {
    const known = names.flatMap((name) => this.places.get(name) ?? []);
    if (!known.length) return;
    this.top = Math.min(...known.map(({ at }) => at));
    for (const name of names) this.places.delete(name);
  }

  private reach(end: number): void {
    const { memory } = this.exports;
    const missing = end - memory.buffer.byteLength;
    if (missing <= 0) return;
    try {
      memory.grow(Math.ceil(missing / PAGE));
    } catch {
      throw new NoEngine("memory", `no memory for ${end} bytes`);
    }
  }

  /** The bytes under a name: only until memory grows. */
  bytes(name: Place): Uint8Array {
    const { at, size } = this.places.get(name)!;
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  /** Lay something down under a name; what is of another size is of another version. */
  put(name: Place, content: Uint8Array): void {
    const room = this.bytes(name);
    if (room.length !== content.length)
      throw new NoEngine("version", `${name} has ${content.length} bytes, not ${room.length}`);
    room.set(content);
  }

  /** The same, unless it lies there already: for what is large and never written. */
  putOnce(name: Place, content: Uint8Array): void {
    if (this.lying.get(name) !== content) this.put(name, content);
    this.lying.set(name, content);
  }

  /** Call an entry: memory is found by name. A rule that fails is a trap: then nothing is known. */
  call<Name extends keyof Handed>(name: Name, handed: Handed[Name]): Given[Name] {
    const numbers = handed as Record<string, number | bigint>;
    const words = this.manifest.entries[name]!.takes.map((one) =>
      one.of
        ? this.place(one.name as Place, this.sizeOf(one.of, one.shape!, numbers))
        : numbers[one.name]!,
    );
    const entry = this.exports[name] as (...words: (number | bigint)[]) => Given[Name];
    try {
      return entry(...words);
    } catch (error) {
      throw new NoEngine("lost", `${name}: ${String(error)}`);
    }
  }

  private sizeOf(
    of: string,
    shape: (number | string)[],
    numbers: Record<string, number | bigint>,
  ): number {
    const item = this.manifest.rows[of]?.bytes ?? SIZES[of]!;
    return shape.reduce<number>(
      (size, length) => size * Number(typeof length === "number" ? length : numbers[length]),
      item,
    );
  }

  /** A field of the n-th row under a name. */
  read<Row extends keyof Fields>(place: Place, row: Row, field: Fields[Row], at = 0): number {
    const { view, place: where, type } = this.field(place, row, field, at);
    return READS[type]!(view, where);
  }

  /** Write a field of the row under a name. */
  write<Row extends keyof Fields>(place: Place, row: Row, field: Fields[Row], to: number): void {
    const { view, place: where, type } = this.field(place, row, field, 0);
    WRITES[type]!(view, where, to);
  }

  private field<Row extends keyof Fields>(place: Place, row: Row, field: Fields[Row], at: number) {
    const { bytes, fields } = this.manifest.rows[row]!;
    const { at: offset, type } = fields[field]!;
    const view = new DataView(this.exports.memory.buffer);
    return { view, type, place: this.places.get(place)!.at + at * bytes + offset };
  }

  /** Numbers of eight bytes under a name. */
  reals(place: Place): Float64Array {
    const bytes = this.bytes(place);
    return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
  }

  wholes(place: Place): BigInt64Array {
    const bytes = this.bytes(place);
    return new BigInt64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8);
  }

  codes(count: number): number[] {
    const bytes = this.bytes("codes");
    return [...new Int32Array(bytes.buffer, bytes.byteOffset, count)];
  }
}
