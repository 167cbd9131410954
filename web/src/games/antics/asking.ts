/** What is asked now, in words, and how much of a turn is left. */
import type { Desk } from "../../table/desk.svelte";
import type { Plan } from "./plan.svelte";
import { shown, type View } from "./view";

export function asked(desk: Desk, plan: Plan): string {
  const view = plan.isMine ? (desk.view as View) : shown(desk);
  if (plan.isStealing) return desk.say("ask_steal");
  if (plan.isLifting) return desk.say("ask_give");
  if (plan.isBuilding)
    return desk.say(plan.builder.ghost ? "ask_turn" : "ask_build", { steps: view.steps ?? 0 });
  if (view.phase === "act" && view.actions === 0) return desk.say("ask_end");
  return desk.say(`ask_${view.phase}`, {
    field: view.scout_field ?? 0,
    prey: view.wanted ? desk.say(view.wanted) : "",
    steps: view.steps ?? 0,
  });
}

/** The actions of this turn, those that are used up first. */
export function pips(view: View): boolean[] {
  const spent = Math.min(3, (view.marked?.length ?? 0) + (view.hero ? 1 : 0));
  return [...Array<boolean>(spent).fill(true), ...Array<boolean>(view.actions).fill(false)];
}
