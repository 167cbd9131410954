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
  const large = (size: number) => packed({ ...linked, position: { game: "0".repeat(size) } });
  expect((await unpacked(await large(150_000))).rules).toBe(2);
  await expect(unpacked(await large(5_000_000))).rejects.toEqual(new BadLink("cut"));
});

test("a link of another form says so", async () => {
  await expect(unpacked("2.anything")).rejects.toEqual(new BadLink("other"));
});
