/**
 * Seeds as `seed_for` in bots/__init__.py makes them, so that several trees here are the same as
 * on the server: BLAKE2b of a text that fits into one block, eight bytes of it.
 */
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const [SIZE, BLOCK] = [8, 128]; // bytes of what comes of it, and of a block
const FORM = 0x01010000n; // no key, one block, one layer
const ORDERS = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
  "0123456789abcdef",
  "ea489fd61c02b753",
].map((order) => Array.from(order, (digit) => parseInt(digit, 16)));
/** Which four words are mixed, eight times a round. */
const FOURS = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((four) =>
  Array.from(four, (digit) => parseInt(digit, 16)),
) as [number, number, number, number][];

const turned = (word: bigint, by: bigint) =>
  BigInt.asUintN(64, (word >> by) | (word << (64n - by)));
const sum = (...words: bigint[]) =>
  BigInt.asUintN(
    64,
    words.reduce((one, other) => one + other),
  );

/** The seed of a seat's n-th decision, or of the n-th tree for one. */
export function seedFor(secret: bigint | number, seat: number, number: number): bigint {
  const text = new TextEncoder().encode(`${secret} ${seat} ${number}`);
  if (text.length > BLOCK) throw new RangeError("a seed is made of one block of text");
  const block = new Uint8Array(BLOCK);
  block.set(text);
  const view = new DataView(block.buffer);
  const message = Array.from({ length: 16 }, (_, at) => view.getBigUint64(8 * at, true));
  const head = START[0]! ^ FORM ^ BigInt(SIZE);
  const words = [head, ...START.slice(1), ...START];
  words[12]! ^= BigInt(text.length);
  words[14]! ^= 0xffff_ffff_ffff_ffffn; // the last block
  for (const order of ORDERS) {
    FOURS.forEach((four, at) =>
      mix(words, four, message[order[2 * at]!]!, message[order[2 * at + 1]!]!),
    );
  }
  const digest = new DataView(new ArrayBuffer(SIZE));
  digest.setBigUint64(0, head ^ words[0]! ^ words[8]!, true);
  return digest.getBigUint64(0);
}

function mix(
  words: bigint[],
  [a, b, c, d]: [number, number, number, number],
  one: bigint,
  other: bigint,
): void {
  words[a] = sum(words[a]!, words[b]!, one);
  words[d] = turned(words[d]! ^ words[a], 32n);
  words[c] = sum(words[c]!, words[d]);
  words[b] = turned(words[b]! ^ words[c], 24n);
  words[a] = sum(words[a], words[b], other);
  words[d] = turned(words[d] ^ words[a], 16n);
  words[c] = sum(words[c], words[d]);
  words[b] = turned(words[b] ^ words[c], 63n);
}
