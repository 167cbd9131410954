/** Bytes as they travel inside JSON: base64, and mostly compressed before. */
export function unpacked(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Bytes that were compressed by zlib. */
export async function inflated(text: string): Promise<Uint8Array> {
  const stream = new Blob([unpacked(text)]).stream();
  const bytes = stream.pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}
