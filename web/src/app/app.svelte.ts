/**
 * The page as an app: its worker, the offer of a newer version, how it is installed. Where there
 * is no worker, because a browser has none or refuses it, all of this is simply not there.
 */
import { prefs } from "../lib/prefs.svelte";
import type { Said } from "./plan";

const WORKER = "/service-worker.js";
const REST = 3000; // milliseconds after the page is there, in which nothing is fetched ahead
const LOOK = 15 * 60_000; // milliseconds between two looks for another version
const ANSWER = 2000; // milliseconds in which a worker answers

/** A browser would like to offer that the page is installed. */
interface Offer extends Event {
  prompt(): Promise<unknown>;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** When nothing else is to be done; not every browser tells. */
const idle = () =>
  new Promise<void>((resolve) =>
    "requestIdleCallback" in window ? requestIdleCallback(() => resolve()) : resolve(),
  );

/** Whether somebody pays for every byte. */
const isSparing = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Which version the page is that is shown. */
const own = document.querySelector<HTMLMetaElement>("meta[name=version]")?.content;

class App {
  /** Whether the house has another version than the one that is shown. */
  isNewer = $state(false);
  offer = $state.raw<Offer | null>(null);

  private registration: ServiceWorkerRegistration | null = null;

  start(): void {
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.offer = event as Offer;
    });
    addEventListener("appinstalled", () => (this.offer = null));
    if (!own || !navigator.serviceWorker) return;
    if (document.readyState === "complete") void this.register();
    else addEventListener("load", () => void this.register());
  }

  async install(): Promise<void> {
    const { offer } = this;
    this.offer = null; // it can be taken once
    await offer?.prompt();
  }

  /** Show the version that is offered. */
  async reload(): Promise<void> {
    const waiting = this.registration?.waiting;
    if (waiting) {
      const taken = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
      say(waiting, { kind: "take over" });
      await Promise.race([taken, pause(ANSWER)]);
    }
    location.reload();
  }

  private async register(): Promise<void> {
    await idle();
    const { serviceWorker } = navigator;
    const registration = await serviceWorker.register(WORKER).catch(() => null);
    if (!registration) return;
    this.registration = registration;
    serviceWorker.addEventListener("controllerchange", () => void this.look(true));
    registration.addEventListener("updatefound", () => this.follow(registration.installing));
    this.follow(registration.installing);
    await this.ask();
    await this.look();
    document.addEventListener("visibilitychange", () => void this.ask());
    setInterval(() => void this.ask(), LOOK);
    await serviceWorker.ready;
    await pause(REST);
    await idle();
    await this.look(); // a window that was just closed may have been counted at first
    const { language } = prefs;
    if (registration.active && !isSparing()) say(registration.active, { kind: "ahead", language });
  }

  /** Ask the house for another version, unless nobody looks. */
  private async ask(): Promise<void> {
    if (document.visibilityState === "visible") await this.registration?.update().catch(() => {});
  }

  private follow(worker: ServiceWorker | null): void {
    worker?.addEventListener("statechange", () => void this.look());
  }

  /**
   * Compare with the newest worker. One of this version takes over at once, since pages of older
   * ones keep their files as long as they are open; one of another version is offered.
   */
  private async look(hasChanged = false): Promise<void> {
    const { installing, waiting } = this.registration!;
    const newest = waiting ?? navigator.serviceWorker.controller;
    const version = newest && !installing && (await versionOf(newest));
    if (!version) return;
    if (version === own) say(newest, { kind: waiting ? "take over" : "tidy" });
    else if (waiting || hasChanged) this.isNewer = true;
  }
}

function say(worker: ServiceWorker, said: Said): void {
  worker.postMessage(said);
}

/** Which version a worker belongs to. */
function versionOf(worker: ServiceWorker): Promise<string | null> {
  const { port1, port2 } = new MessageChannel();
  const said: Said = { kind: "version" };
  worker.postMessage(said, [port2]);
  const answer = new Promise<string>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as string);
  });
  return Promise.race([answer, pause(ANSWER).then(() => null)]);
}

export const app = new App();
