/** The engine on this device: what a game's search thinks, by as many workers as are free. */
import { Crew, type Following, type MakeWorker } from "./crew";
import { isAble, workers } from "./fitness";
import { checkForm, Module } from "./module";
import { NoEngine } from "./obstacles";
import { Rules, type State } from "./rules";
import type { ToldChances } from "../lib/schema";
import type { Manifest } from "./schema";
import { seedFor } from "./seeds";
import type { Grown } from "./tree";
import { thoughtOf, type Thought } from "./verdicts";

/** How long is thought: a number of simulations, or until time is up, though not with too few. */
export interface Care {
  simulations: number;
  milliseconds: number | null;
  /** So many there are, however long they take. */
  enough?: number;
  /** That share the simulations and grow at the same time. */
  trees?: number;
}

/** A world in which all has been drawn anew that a seat cannot know, and who thinks about it. */
export interface Question {
  rules: Rules;
  world: State;
  seat: number;
  seed: bigint;
}

/** How what is thought is followed. */
export interface Hearing extends Omit<Following, "told"> {
  told?: (thought: Thought) => void;
}

/** What a state belongs to, as the server says it. */
export interface Footing {
  rules: number;
  layout: string;
  parts: Uint8Array;
  /** How chances are told there. */
  telling: ToldChances;
}

const TRIES = 8; // of every action at least, so that something can be said of it

/** Something that can be asked for a game at one component set. */
export class Engine {
  private constructor(
    private readonly manifest: Manifest,
    private readonly crew: Crew,
    private readonly module: Module,
  ) {}

  /** An engine by the address of its manifest, which names its module. */
  static async open(address: string): Promise<Engine> {
    if (!isAble()) throw new NoEngine("blocked", "this browser lacks something");
    const manifest = await fetched(address).then(manifestIn);
    checkForm(manifest);
    const sent = fetched(`/engine/${manifest.sha256}.wasm`);
    const code = await WebAssembly.compileStreaming(sent).catch((error: unknown) => {
      throw error instanceof NoEngine ? error : new NoEngine("blocked", String(error));
    });
    return Engine.of(manifest, code, workers());
  }

  static async of(
    manifest: Manifest,
    code: WebAssembly.Module,
    size: number,
    make?: MakeWorker,
  ): Promise<Engine> {
    return new Engine(
      manifest,
      new Crew(manifest, code, size, make),
      await Module.open(manifest, code),
    );
  }

  /** Begin to wake a worker. */
  warm(): this {
    this.crew.warm();
    return this;
  }

  /** The same, unless nobody thinks here any more. */
  checked(): this {
    this.crew.check();
    return this;
  }

  /** How many trees can grow at the same time. */
  get size(): number {
    return this.crew.size;
  }

  /** The rules at a component set, if they are the same as the server's. */
  rules({ rules, layout, parts, telling }: Footing): Rules {
    const { manifest } = this;
    if (rules !== manifest.rules || layout !== manifest.layout)
      throw new NoEngine("version", `rules ${rules} ${layout}, not ${manifest.rules}`);
    return new Rules(this.module, parts, telling);
  }

  /**
   * What a seat may think of a world. Several trees
   * have seeds of their own, and what they found is added up.
   */
  async think(
    { rules, world, seat, seed }: Question,
    { simulations, milliseconds, enough = 0, trees = 1 }: Care,
    { told, ...following }: Hearing = {},
  ): Promise<Thought> {
    const { telling } = rules;
    const task = { parts: rules.parts, world, seat, milliseconds, enough, tries: TRIES };
    const share = Math.ceil(simulations / trees);
    const soFar: Grown[] = [];
    const heard = (number: number) => (grown: Grown) => {
      soFar[number] = grown;
      told!(thoughtOf(Object.values(soFar), seat, telling));
    };
    const growing = Array.from({ length: trees }, (_, number) => {
      const own = trees === 1 ? seed : seedFor(seed, seat, number);
      const follow = { ...following, told: told && heard(number) };
      return this.crew.grow({ ...task, seed: own, simulations: share }, follow);
    });
    return thoughtOf(await Promise.all(growing), seat, telling);
  }
}

/** A file that is called by the digest of what it holds: the browser takes no other. */
async function fetched(address: string): Promise<Response> {
  const digest = /(\w+)\.\w+$/.exec(address)![1]!;
  const integrity = `sha256-${btoa(fromHex(digest))}`;
  const answer = await fetch(address, { integrity }).catch(() => null);
  if (!answer?.ok) throw new NoEngine("missing", `there is no ${address}`);
  return answer;
}

async function manifestIn(answer: Response): Promise<Manifest> {
  return (await answer.json().catch(() => {
    throw new NoEngine("missing", `no manifest: ${answer.url}`);
  })) as Manifest;
}

const fromHex = (text: string) =>
  text.replace(/../g, (two) => String.fromCharCode(parseInt(two, 16)));
