/** Giving a link to somebody: by the system's own sheet, or by copying it. */

export interface Shared {
  title: string;
  text: string;
  url: string;
}

/** Whether this browser has a sheet for that; some have it only where a page came by https. */
export const canShare = (): boolean => typeof navigator.share === "function";

/** Open the system's sheet. Whoever closes it has changed her mind, which is no trouble. */
export async function share(what: Shared): Promise<void> {
  await navigator.share(what).catch(() => {});
}

/** Copy a text; whether that was allowed. */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyMarked(text),
    );
  return copyMarked(text);
}

/** The old way, which is there as well where a page came without https. */
function copyMarked(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  field.style.opacity = "0";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}

/** Whether nobody but this computer understands an address. */
export const isLocal = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
