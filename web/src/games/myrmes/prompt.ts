/** What is asked of the reader now, in a sentence of the game's words. */
import type { Desk } from "../../table/desk.svelte";
import type { Plan } from "./plan.svelte";
import { large } from "./text";
import { idle, type View } from "./view";

export function prompt(desk: Desk, view: View, plan: Plan): string {
  if (desk.chosen) return desk.chosenWords;
  if (plan.brood.open.length > 1) return desk.say("now_brood");
  const first = desk.actions[0]?.text.split(" ")[0];
  if (first === undefined) return desk.say(`phase_${view.phase}`);
  if (view.phase === "brood" || view.phase === "event") return desk.say(`now_${first}`);
  if (view.phase === "atelier")
    return desk.say("card_acting", { count: view.seats[desk.seat ?? 0]!.placed.atelier });
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

/** The same in few words, for a tray. */
export function brief(desk: Desk, view: View, plan: Plan): string {
  const first = desk.actions[0]?.text.split(" ")[0];
  const me = view.seats[desk.seat ?? 0]!;
  if (first === undefined) return desk.say(`phase_${view.phase}`);
  if (plan.brood.open.length) return desk.say("brief_brood", { all: idle(me) });
  if (first === "hatch") return desk.say("brief_hatch");
  if (view.phase === "lay")
    return desk.say("brief_lay", { name: large(desk.say(view.laying ?? "pair")) });
  if (view.phase === "worker") return desk.say("brief_worker", { count: me.workers });
  if (view.phase === "garden") return desk.say("brief_garden", { moves: view.moves ?? 0 });
  if (plan.isAiming) return desk.say("brief_objective");
  return prompt(desk, view, plan);
}
