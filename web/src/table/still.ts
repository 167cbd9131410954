/** Whether a name still means the thing that it meant once: places are filled with others. */
import type { Card, Thing } from "../games/contract";
import type { View } from "../lib/api";
import type { Desk } from "./desk.svelte";

export function isStill(desk: Desk, then: View, thing: Thing): boolean {
  const [was, is] = [desk.module.about(asItWas(desk, then), thing), desk.module.about(desk, thing)];
  const told = (card: Card | null) => `${card?.icon} ${card?.name}`;
  return told(was) === told(is);
}

/** A desk on which another position lies. */
function asItWas(desk: Desk, view: View): Desk {
  return new Proxy(desk, {
    get(target, key) {
      if (key === "view" || key === "shown") return view;
      const found: unknown = Reflect.get(target, key, target);
      return typeof found === "function" ? (found.bind(target) as unknown) : found;
    },
  });
}
