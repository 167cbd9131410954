/** Whether this device is fit to think by itself, and with how many workers. */
const MOST = 4; // workers: more gain little, and a phone gets warm
const LEAST = 1; // gigabytes of memory

/** Whether a browser has all that the engine needs. */
export function isAble(): boolean {
  return [
    globalThis.WebAssembly?.compileStreaming,
    globalThis.Worker,
    globalThis.BigInt,
    globalThis.DecompressionStream,
  ].every((one) => typeof one === "function");
}

/** Whether thinking here is quicker than asking: one core has the page itself to draw. */
export function isFit(): boolean {
  const { deviceMemory = LEAST } = navigator as { deviceMemory?: number };
  return isAble() && navigator.hardwareConcurrency >= 2 && deviceMemory >= LEAST;
}

/** All cores but one, which is for the page. */
export function workers(): number {
  return Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 1) - 1));
}
