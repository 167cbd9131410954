/** Where stones were unloaded: whose they were is not to be seen any more. */
import type { Desk } from "../../table/desk.svelte";
import type { Earned, Thing } from "../contract";
import { boardOf, COLOURS, shown, type Colour } from "./view";

const chambers =
  (colour: Colour) =>
  (desk: Desk): Thing[] =>
    boardOf(desk.facts)
      .chambers.filter((chamber) => chamber.colour === colour && shown(desk).stored[chamber.id])
      .map(({ id }) => `chamber ${id}`);

export const earned: Earned = Object.fromEntries(
  COLOURS.map((colour) => [colour, chambers(colour)]),
);
