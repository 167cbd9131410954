import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { BadLink, packed, unpacked } from "./link";

const linked = {
  game: "pebbles",
  rules: 2,
  position: {
    game: "pebbles",
    anthills: [
      { army: 9, tiles: [44] },
      { army: 2, tiles: [45] },
    ],
  },
};

test("what is packed comes out again", async () => {
  const end = await packed(linked);
  expect(end).toMatch(/^1\.[\w-]+$/);
  expect(await unpacked(end)).toEqual(linked);
});

test("a link that was cut off anywhere, or changed, is found out", async () => {
  const end = await packed(linked);
  const cut = Array.from({ length: end.length }, (_, length) => end.slice(0, length));
  const changed = end.slice(0, -3) + (end.at(-3) === "A" ? "B" : "A") + end.slice(-2);
  for (const bad of [...cut, changed, `${end}!`])
    await expect(unpacked(bad)).rejects.toEqual(new BadLink("cut"));
});

test("a short link that would grow without end is refused", async () => {
  const end = await packed({ ...linked, position: { game: "0".repeat(150_000) } });
  expect((await unpacked(end)).rules).toBe(2);
  const bomb = Buffer.from(deflateSync(Buffer.alloc(50_000_000)).buffer).toString("base64url");
  await expect(unpacked(`1.${bomb}`)).rejects.toEqual(new BadLink("cut"));
});

test("a link of another form says so", async () => {
  await expect(unpacked("2.anything")).rejects.toEqual(new BadLink("other"));
});
