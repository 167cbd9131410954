/** Pictures of positions, to be kept: drawn by the house as SVG, and from that as PNG here. */
import { prefs } from "../lib/prefs.svelte";
import { Trouble } from "../lib/api";
import type { Typed } from "./reading";

const SCALE = 2; // pixels of a PNG for each unit of the drawing

export type Kind = "SVG" | "PNG";

/** Let the browser keep a picture of a position. */
export async function download(game: string, typed: Typed, seat: number, kind: Kind) {
  const svg = await drawn(game, typed, seat);
  const file = kind === "SVG" ? new Blob([svg], { type: "image/svg+xml" }) : await painted(svg);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${game}.${kind.toLowerCase()}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}

async function drawn(game: string, typed: Typed, seat: number): Promise<string> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/picture`, {
    method: "POST",
    headers: { "Accept-Language": prefs.language, "Content-Type": "application/json" },
    body: JSON.stringify({ ...typed, seat }),
  });
  const found = await answer.text();
  if (answer.ok) return found;
  const { error, message } = JSON.parse(found) as { error: string; message: string };
  throw new Trouble(answer.status, error, message);
}

/** A drawing as pixels. */
async function painted(svg: string): Promise<Blob> {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.map(Number);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(sized(svg, width!, height!))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width! * SCALE, height! * SCALE];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((found) => resolve(found!), "image/png"));
}

/** Some browsers paint nothing where a drawing does not say how large it is. */
const sized = (svg: string, width: number, height: number): string =>
  svg.replace("<svg ", `<svg width="${width * SCALE}" height="${height * SCALE}" `);
