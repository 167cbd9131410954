/** A position as the end of an address: a number that says in which form, a dot, and the rest. */
import type { View } from "../lib/api";

const FORM = "1";
const WHOLE = /^(\d+)\.([\w-]+)$/;
const LARGEST = 200_000; // bytes of a position as text, many times what any takes

/** A position, and what it was written with. */
export interface Linked {
  game: string;
  /** The version of the game's rules. */
  rules: number;
  position: View;
}

/** Why nothing can be read from a link: it was cut off or damaged, or is of another version. */
export class BadLink extends Error {
  constructor(readonly reason: "cut" | "other") {
    super(reason);
  }
}

/** What a link ends in. What is packed carries a checksum, so that every damage shows. */
export async function packed(what: Linked): Promise<string> {
  const text = JSON.stringify([what.game, what.rules, what.position]);
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `${FORM}.${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The position in what a link ends in; else `BadLink`. */
export async function unpacked(end: string): Promise<Linked> {
  const [, form, letters] = WHOLE.exec(end) ?? [];
  if (form === undefined) throw new BadLink("cut");
  if (form !== FORM) throw new BadLink("other");
  try {
    const bytes = Uint8Array.from(
      atob(letters!.replaceAll("-", "+").replaceAll("_", "/")),
      (letter) => letter.charCodeAt(0),
    );
    const text = await through(bytes, new DecompressionStream("deflate"));
    const [game, rules, position] = JSON.parse(new TextDecoder().decode(text));
    return { game, rules, position };
  } catch {
    throw new BadLink("cut");
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  let size = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      size += piece.length;
      if (size > LARGEST) throw new RangeError("no position is as large as that");
      controller.enqueue(piece);
    },
  });
  const passed = new Blob([bytes]).stream().pipeThrough(stream).pipeThrough(bounded);
  return new Uint8Array(await new Response(passed).arrayBuffer());
}
