/**
 * Copies of what is drawn, that can be moved over everything else. A copy looks as the thing does
 * where it is: all that is around it comes along as empty elements, so that styles reach it.
 */
import { drawings, type IconName } from "../icons/drawings";
import { MARKS } from "../ui/SeatMark.svelte";

/** Where a thing is on the screen: its middle, its size without being turned, and its angle. */
export interface Where {
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

const EDGE = 4; // units around a drawing that its lines may need
const TOKEN = 26; // pixels of what stands for a thing that is not on the screen
/** The parts of the table: what is around them says nothing about how a thing looks. */
const PARTS = ".table > *";
const SVG = "http://www.w3.org/2000/svg";

/** The element that draws a thing. */
export function drawnAs(
  thing: string,
  root: ParentNode = document,
): HTMLElement | SVGElement | null {
  const place = /^place (.*)/.exec(thing)?.[1];
  return root.querySelector(place ? `[data-place="${place}"]` : `[data-at="${thing}"]`);
}

/** Where an element is on the screen; null where it cannot be seen. */
export function whereIs(element: Element): Where | null {
  const box = element.getBoundingClientRect();
  if (!(box.width > 0 && box.height > 0)) return null;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const frame = (element.closest(".stage") ?? document.documentElement).getBoundingClientRect();
  const isSeen =
    middle.x >= Math.max(0, frame.left) &&
    middle.x <= Math.min(innerWidth, frame.right) &&
    middle.y >= Math.max(0, frame.top) &&
    middle.y <= Math.min(innerHeight, frame.bottom);
  if (!isSeen) return null;
  return { ...middle, ...formOf(element, box) };
}

function formOf(element: Element, box: DOMRect): Omit<Where, "x" | "y"> {
  const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  if (!matrix) return { width: box.width, height: box.height, angle: 0 };
  const own = (element as SVGGraphicsElement).getBBox();
  const scale = Math.hypot(matrix.a, matrix.b);
  return {
    width: own.width * scale,
    height: own.height * scale,
    angle: (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI,
  };
}

/** A copy with its size on the screen; `edge` of it, on every side, is around the thing itself. */
export interface Copy {
  element: HTMLElement;
  width: number;
  height: number;
  edge: number;
}

/** A copy of an element, as large as it is on the screen, and not turned. */
export function copyOf(element: Element): Copy | null {
  const form = formOf(element, element.getBoundingClientRect());
  const copy = document.createElement("div");
  copy.className = "copy";
  const size = { width: form.width, height: form.height };
  const inner = stripped(element.cloneNode(true) as Element);
  inner.classList.add("copied");
  if (!(element instanceof SVGGraphicsElement) || element instanceof SVGSVGElement) {
    Object.assign((inner as HTMLElement).style, {
      width: `${size.width}px`,
      height: `${size.height}px`,
      margin: "0",
      position: "static",
    });
    copy.append(around(element, inner));
    return { element: copy, ...size, edge: 0 };
  }
  const own = element.getBBox();
  if (!own.width || !own.height) return null;
  const picture = document.createElementNS(SVG, "svg");
  const edge = (EDGE * size.width) / own.width;
  picture.setAttribute(
    "viewBox",
    `${own.x - EDGE} ${own.y - EDGE} ${own.width + 2 * EDGE} ${own.height + 2 * EDGE}`,
  );
  picture.setAttribute("width", `${size.width + 2 * edge}`);
  picture.setAttribute("height", `${size.height + 2 * edge}`);
  inner.removeAttribute("transform");
  (inner as SVGElement).style.transform = "none";
  const drawing = element.ownerSVGElement!;
  picture.append(around(element, inner, drawing));
  copy.append(around(drawing, picture));
  return { element: copy, width: size.width + 2 * edge, height: size.height + 2 * edge, edge };
}

/** What is around an element, up to a border, as empty shells around its copy. */
function around(element: Element, inner: Element, border = element.closest(PARTS)): Element {
  let outer = inner;
  for (let at = element.parentElement; at && at !== border; at = at.parentElement) {
    const shell = stripped(at.cloneNode(false) as Element);
    shell.removeAttribute("transform");
    const plain = at instanceof SVGElement ? {} : { display: "contents", visibility: "visible" };
    Object.assign((shell as HTMLElement).style, { opacity: "1", transform: "none", ...plain });
    shell.append(outer);
    outer = shell;
  }
  return outer;
}

/** Without what tells programs about the thing itself. */
function stripped(copy: Element): Element {
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    one.classList.remove("live", "picked");
    (one as HTMLElement | SVGElement).style.visibility = ""; // it may be on its way already
    for (const { name } of [...one.attributes])
      if (/^(id|role|tabindex|data-|aria-|on)/.test(name)) one.removeAttribute(name);
  }
  return copy;
}

/** A small disc for what is not on the screen: a drawing of the house, or the mark of a seat. */
export function tokenOf(icon: IconName | undefined, seat: number): Copy {
  const copy = document.createElement("div");
  copy.className = "copy token";
  copy.innerHTML = icon
    ? `<svg viewBox="0 0 24 24" class="drawing">${drawings[icon]}</svg>`
    : `<svg viewBox="-12 -12 24 24"><path d="${MARKS[seat % MARKS.length]}"` +
      ` fill="var(--seat-${seat % 6})"/></svg>`;
  return { element: copy, width: TOKEN, height: TOKEN, edge: 0 };
}
