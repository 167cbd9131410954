/// <reference lib="webworker" />
/**
 * The worker of the app: it opens the page without a network, shows what was seen last, and takes
 * what is pushed. It sends nothing by itself, and it keeps no command.
 */
import { noticeOf, placeOf, type Notice } from "./notices";
import { changesPerson } from "./own";
import { wayOf, type Said } from "./plan";
import { Stores, type Build } from "./stores";

declare const self: ServiceWorkerGlobalScope & { BUILD: Build };

const PATIENCE = 4000; // milliseconds after which a visit does without the network
const ICON = "/page/app/icon-192.png";
const BADGE = "/page/app/badge-96.png";

const { origin } = self.location;
const stores = new Stores(origin, self.BUILD);

const windows = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const isAlone = async () => (await windows()).length < 2;

self.addEventListener("install", (event) => event.waitUntil(stores.layInShell()));

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin(): Promise<void> {
  await stores.tidy(await isAlone());
  await self.registration.navigationPreload?.enable().catch(() => {});
  await self.clients.claim();
}

// --- Requests ------------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { method, url } = request;
  const isVisit = request.mode === "navigate";
  const way = wayOf({ method, url, isVisit }, origin);
  if (way === "page") event.respondWith(visit(event));
  else if (way === "file") event.respondWith(stores.file(request));
  else if (way === "own" || way === "shared") event.respondWith(stores.answer(request, way));
  else if (changesPerson(method, new URL(url).pathname)) event.respondWith(change(request));
});

/** The page as the house has it; where that cannot be reached, this version's own. */
async function visit(event: FetchEvent): Promise<Response> {
  const coming = Promise.resolve(event.preloadResponse as Promise<Response | undefined>)
    .then((preloaded) => preloaded ?? fetch(event.request))
    .then((found) => ([502, 504].includes(found.status) ? null : found))
    .catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const found = await Promise.race([coming, late]);
  const shell = found ?? (await stores.shell().catch(() => undefined));
  return shell ?? (await coming) ?? Response.error();
}

/** Somebody else will sit here: nothing of what was seen stays, neither before nor after. */
async function change(request: Request): Promise<Response> {
  await stores.forget();
  return fetch(request).finally(forget);
}

async function forget(): Promise<void> {
  await stores.forget();
  for (const notice of await self.registration.getNotifications()) notice.close();
  await count(0);
}

// --- What the page says --------------------------------------------------------------------------

self.addEventListener("message", (event) => {
  event.waitUntil(hear(event.data as Said, event.ports[0]).catch(() => {})); // storage may be full
});

async function hear(said: Said, answer?: MessagePort): Promise<void> {
  switch (said.kind) {
    case "version":
      return answer?.postMessage(self.BUILD.version);
    case "take over":
      return self.skipWaiting();
    case "tidy":
      return stores.tidy(await isAlone());
    case "ahead":
      return stores.layInAll(said.language);
    case "seen":
      return stores.see(said.path, said.language, said.answer);
    case "looked":
      return putAway(said.path);
  }
}

// --- What is pushed ------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  const notice = noticeOf(event.data?.text() ?? "", origin, self.navigator.language);
  event.waitUntil(Promise.all([show(notice), count(notice.waiting)]));
});

async function show({ title, body, url, tag }: Notice): Promise<void> {
  const kept = { body, tag, icon: ICON, badge: BADGE, data: url, renotify: true };
  await self.registration.showNotification(title, kept);
  if ((await windowsAt(url)).some((one) => one.visibilityState === "visible")) await putAway(url);
}

/** How many tables wait, at the icon of the app; `null`: nobody knows. */
async function count(waiting: number | null): Promise<void> {
  if (waiting !== null) await self.navigator.setAppBadge?.(waiting).catch(() => {});
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(placeOf(event.notification.data, origin)));
});

/** The browser has another address for messages: the house is told, which forgets the old one. */
self.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription: old } = event as PushSubscriptionChangeEvent;
  if (old) event.waitUntil(subscribe(old.options).catch(() => {})); // else settings offer it
});

async function subscribe(options: PushSubscriptionOptions): Promise<void> {
  const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ endpoint, keys });
  await fetch("/api/me/browser", { method: "POST", headers, body });
}

/** Go to a window where the page is open, or open one. */
async function open(place: string): Promise<void> {
  const [there] = await windowsAt(place);
  await (there ? there.focus() : self.clients.openWindow(place));
}

async function windowsAt(place: string): Promise<readonly WindowClient[]> {
  return (await windows()).filter(({ url }) => placeOf(url, origin) === place);
}

/** A page was looked at: notices of it have said what they had to say. */
async function putAway(place: string): Promise<void> {
  const pathOf = (url: unknown) => new URL(placeOf(url, origin), origin).pathname;
  for (const notice of await self.registration.getNotifications()) {
    if (pathOf(notice.data) === pathOf(place)) notice.close();
  }
}
