import { expect, test } from "vitest";
import { sheetOf, sumsOf } from "../table/points";
import type { Earned } from "./contract";
// Games of every variant at their ends, as the server tells them: see tests/web/finished.py
import finished from "./finished.test.json";

const modules = import.meta.glob<Earned>("./*/earned.ts", { eager: true, import: "earned" });

test.each(finished)(
  "$variant: what is counted at the end adds up to the points",
  ({ game, breakdown, scores }) => {
    const { rows, totals } = sheetOf(breakdown, [], Object.keys(modules[`./${game}/earned.ts`]!));
    expect(sumsOf(rows)).toEqual(scores);
    expect(totals).toEqual(scores);
  },
);
