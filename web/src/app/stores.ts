/**
 * What the worker of the app keeps in the browser: files by the version of the page, and answers by
 * whom they concern.
 */
import { forgetOwn, mayBeKept, OURS, OWN, PERSON, SEEN_AT } from "./own";
import { isTable, keyOf, type Way } from "./plan";

/** What the build says of itself: see app.build.ts. */
export interface Build {
  version: string;
  /** What the first page consists of. */
  shell: string[];
  /** All that the page may load, the shell with it. */
  files: string[];
}

const SHARED = `${OURS}shared `;
const FILES = `${OURS}files `;
const SHELL = "/";
const WHOSE = "/person"; // under which name it is kept whose answers these are
const MOST = 60; // answers for one person: those that came last
const REFUSALS = [401, 403, 404, 410]; // what nobody may see any more is not kept either
const WORDS = ["", "/guide", "/rules", "/lessons"]; // of a game, that can be read without a network

export class Stores {
  /** How often everything was forgotten: what was asked for before that is not kept. */
  private round = 0;
  private person: string | null = null;
  private meeting = Promise.resolve();

  constructor(
    private readonly origin: string,
    private readonly build: Build,
  ) {}

  // --- Files ------------------------------------------------------------------------------------

  /** Lay in the first page; not if the house has another version by now than this worker. */
  async layInShell(): Promise<void> {
    const page = await fetch(SHELL, { cache: "no-cache" });
    if (!(await page.clone().text()).includes(this.build.version)) throw new Error("other version");
    const files = await this.files();
    await files.put(SHELL, page);
    await this.layIn(this.build.shell);
  }

  /** Lay in all other files, and what can be read in a language. */
  async layInAll(language: string): Promise<void> {
    await this.layIn(this.build.files);
    const headers = { "Accept-Language": language };
    const games = await this.answer(new Request("/api/games", { headers }), "shared");
    for (const { name } of ((await games.json()) as { games: { name: string }[] }).games) {
      for (const words of WORDS) {
        const request = new Request(`/api/games/${name}${words}`, { headers });
        if (!(await this.kept(this.key(request), SHARED))) await this.answer(request, "shared");
      }
    }
  }

  /** The first page, as this version has it. */
  shell(): Promise<Response | undefined> {
    return this.files().then((files) => files.match(SHELL, { ignoreVary: true }));
  }

  /** A file whose name says what is in it: from here, or else from the house. */
  async file(request: Request): Promise<Response> {
    const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
    if (kept) return kept;
    const found = await fetch(request);
    if (found.ok) {
      const copy = found.clone();
      await this.files()
        .then((files) => files.put(request, copy))
        .catch(() => {});
    }
    return found;
  }

  /** Nobody needs what other versions have kept; their files, unless windows are open with them. */
  async tidy(isAlone: boolean): Promise<void> {
    const old = (await caches.keys()).filter(
      (name) =>
        name.startsWith(OURS) &&
        !name.endsWith(` ${this.build.version}`) &&
        (isAlone || !name.startsWith(FILES)),
    );
    await Promise.all(old.map((name) => caches.delete(name)));
  }

  private files(): Promise<Cache> {
    return caches.open(FILES + this.build.version);
  }

  /** One after the other; what has the same name in another version is the same. */
  private async layIn(paths: string[]): Promise<void> {
    const files = await this.files();
    for (const path of paths) {
      if (await files.match(path, { ignoreVary: true })) continue;
      const known = path.includes("/assets/") && (await caches.match(path));
      const found = known || (await fetch(path, { priority: "low" }));
      if (!found.ok) throw new Error(path);
      await files.put(path, found);
    }
  }

  // --- Answers ----------------------------------------------------------------------------------

  /** What the house answers, which is kept; without a network what it answered last. */
  async answer(request: Request, way: Way): Promise<Response> {
    let { round } = this;
    const [key, store] = [this.key(request), way === "own" ? OWN : SHARED];
    const found = await fetch(request).catch(() => null);
    if (!found || isGone(found.status)) {
      return (await this.kept(key, store)) ?? found ?? Response.error();
    }
    if (round === this.round) {
      await this.recognise(found);
      ({ round } = this);
    }
    if (found.ok) {
      const text = await found.clone().text();
      await this.keep(key, store, text, round).catch(() => {});
    } else if (REFUSALS.includes(found.status)) await this.drop(key, store);
    return found;
  }

  /** What the page was told otherwise, of a table for instance. */
  see(path: string, language: string, answer: unknown): Promise<void> {
    const key = keyOf(path, language, this.origin);
    return this.keep(key, OWN, JSON.stringify(answer), this.round);
  }

  /** Whose answer this is; what was kept for somebody else is forgotten. */
  private recognise({ headers }: Response): Promise<void> {
    const person = headers.get(PERSON);
    return (this.meeting = this.meeting.then(() => this.meet(person)));
  }

  private async meet(person: string | null): Promise<void> {
    if (person === null || person === this.person) return;
    const known = await this.kept(WHOSE, OWN);
    if ((await known?.text()) !== person) {
      await this.forget();
      await this.keep(WHOSE, OWN, person, this.round).catch(() => {});
    }
    this.person = person;
  }

  async forget(): Promise<void> {
    this.round += 1;
    this.person = null;
    await forgetOwn().catch(() => {});
  }

  private key({ url, headers }: Request): string {
    return keyOf(url, headers.get("Accept-Language") ?? "", this.origin);
  }

  private kept(key: string, store: string): Promise<Response | undefined> {
    const answers = caches.open(store + this.build.version);
    return answers.then((found) => found.match(key)).catch(() => undefined);
  }

  private drop(key: string, store: string): Promise<unknown> {
    return caches.open(store + this.build.version).then(
      (found) => found.delete(key),
      () => {},
    );
  }

  private async keep(key: string, store: string, text: string, round: number): Promise<void> {
    const answers = await caches.open(store + this.build.version);
    if (isTable(key) && !mayBeKept(JSON.parse(text))) return void (await answers.delete(key));
    const headers = { "Content-Type": "application/json", [SEEN_AT]: new Date().toISOString() };
    await answers.put(key, new Response(text, { headers }));
    if (round !== this.round) return void (await answers.delete(key));
    if (store === SHARED) return;
    const keys = (await answers.keys()).filter(({ url }) => !url.endsWith(WHOSE));
    for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await answers.delete(old);
  }
}

/** Whether somebody who stands before the house says that it is not there. */
const isGone = (status: number): boolean => status === 502 || status === 504;
