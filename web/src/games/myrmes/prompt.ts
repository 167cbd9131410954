/** What is asked of the reader now, in a sentence of the game's words. */
import type { Desk } from "../../table/desk.svelte";
import type { View } from "./view";

/** Phases that say more precisely what is asked, by the beginning of their actions. */
const BY_ACTION = ["event", "larvae", "workers", "soldiers", "atelier", "hatch"];

export function prompt(desk: Desk, view: View): string {
  if (desk.chosen) return desk.chosen.words;
  const first = desk.actions[0]?.text.split(" ")[0];
  if (first === undefined) return desk.say(`phase_${view.phase}`);
  if (view.phase === "brood" || view.phase === "event")
    return desk.say(`now_${BY_ACTION.includes(first) ? first : "event"}`);
  if (view.phase === "harvest")
    return desk.say(
      desk.find("done") ? "now_more" : desk.find("earth") ? "now_scavenge" : "now_harvest",
    );
  if (view.phase === "lay") return desk.say("now_lay", { name: desk.say(view.laying ?? "pair") });
  return desk.say(`now_${view.phase}`, {
    moves: view.moves ?? 0,
    due: view.due ?? 0,
    excess: view.seats[desk.seat ?? 0]?.excess ?? 0,
    missing: view.seats[desk.seat ?? 0]?.missing ?? 0,
  });
}
