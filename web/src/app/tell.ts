/** What the page says to its worker, where there is one. */
import type { Said } from "./plan";

export function tell(said: Said): void {
  navigator.serviceWorker?.controller?.postMessage(said);
}
