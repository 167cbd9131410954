/** What I am told when I am not here, and whether this browser can tell me. */
import { ask } from "./api";
import type { NewWishes, WishesDocument } from "./schema";

export const KINDS = ["turn", "reminder", "over", "invitation"] as const;
export type NoticeKind = (typeof KINDS)[number];
export type Wishes = WishesDocument;

/** Why this browser cannot take messages. */
export type Obstacle = "insecure" | "home_screen" | "unable" | "denied" | "no_worker";

export const readWishes = () => ask<Wishes>("/api/me/notices");
export const dropAddress = () => ask<Wishes>("/api/me/mail", undefined, "DELETE");
export const nameAddress = (address: string) => ask<Wishes>("/api/me/mail", { address });

/** Keep what somebody wishes, by the clock of this device. */
export function keepWishes(wishes: Wishes, changed: Partial<NewWishes>): Promise<Wishes> {
  const { push, mail, live, quiet_from, quiet_until, pause } = wishes;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  const kept = { push, mail, live, quiet_from, quiet_until, pause, zone };
  return ask<Wishes>("/api/me/notices", { ...kept, ...changed }, "PUT");
}

/** What hinders this browser, as far as can be known without asking for anything. */
export function obstacle(): Obstacle | null {
  if (!isSecureContext) return "insecure";
  if (!("PushManager" in window) || !("serviceWorker" in navigator))
    return isOfApple() ? "home_screen" : "unable";
  return Notification.permission === "denied" ? "denied" : null;
}

/** Let this browser take messages; it asks its user. What hinders it, or what is wished now. */
export async function takeMessages(key: string): Promise<Wishes | Obstacle> {
  const hindered = obstacle();
  if (hindered) return hindered;
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) return "no_worker";
  const known = await worker.pushManager.getSubscription();
  await known?.unsubscribe(); // it may be sealed for another house
  const subscription = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => null);
  if (!subscription) return "unable";
  const { endpoint, keys } = subscription.toJSON();
  return ask<Wishes>("/api/me/browser", { endpoint, keys });
}

/** Let it take none any more. */
export async function leaveMessages(): Promise<Wishes> {
  const worker = await navigator.serviceWorker?.getRegistration();
  await (await worker?.pushManager?.getSubscription())?.unsubscribe();
  return ask<Wishes>("/api/me/browser", undefined, "DELETE");
}

/** Whether this is one of those that take messages for what lies on the home screen alone. */
function isOfApple(): boolean {
  const isTablet = navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1;
  return /iPhone|iPad|iPod/.test(navigator.userAgent) || isTablet;
}

/** A minute of the day as a field of time has it: `07:00`. */
export function asTime(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

export function asMinute(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours || 0) * 60 + (minutes || 0);
}
