import { expect, test } from "vitest";

type Words = Record<string, string>;

const page = import.meta.glob<Words>("./*.json", { eager: true, import: "default" });
const games = import.meta.glob<Words>("../games/*/words/*.json", {
  eager: true,
  import: "default",
});
const admin = import.meta.glob<Words>("../admin/words/*.json", { eager: true, import: "default" });
const general = import.meta.glob<Words>("../general/words/*.json", {
  eager: true,
  import: "default",
});
const all = { ...page, ...games, ...admin, ...general };

/** Every key with what is to be filled in. */
const gaps = (words: Words) =>
  Object.entries(words).map(([key, phrase]) => [key, (phrase.match(/\{\w+\}/g) ?? []).sort()]);

test.each(Object.entries(all))(
  "%s says all that the English one says, with the same gaps",
  (file, words) => {
    const english = all[file.replace(/\w+\.json$/, "en.json")]!;
    expect(gaps(words)).toEqual(gaps(english));
  },
);
