/** Where a stage looks: at the decision, unless its reader has moved it. */
import { getContext, setContext } from "svelte";
import type { Box } from "../games/contract";
import * as optics from "./optics";
import * as placing from "./placing";
import type { Edge, Live, Scene, Sight, Space } from "./optics";

const FAR = 0.5; // pixels a unit below which drawings are simplified
const NO_SPACE: Space = { width: 0, height: 0, top: 0, right: 0, bottom: 0, left: 0 };

const coarse = matchMedia("(pointer: coarse)");
/** Whether fingers point, and not a mouse. */
export const pointing = $state({ isCoarse: coarse.matches });
coarse.addEventListener("change", () => (pointing.isCoarse = coarse.matches));

export class Camera {
  sight = $state.raw<Sight>({ k: 1, x: 0, y: 0 });
  /** What can be chosen on the stage. */
  live = $state.raw<Live[]>([]);
  /** Live things that an edge cuts off: a touch brings them into view first. */
  cut = $state.raw<ReadonlySet<Element>>(new Set());
  private scene = $state.raw<Scene>({ width: 1, height: 1 });
  private space = $state.raw<Space>(NO_SPACE);
  private beside: Box | undefined;
  /** Where it looked before something was laid over the stage. */
  private before: Sight | undefined;
  /** Whether the next move is shown as one. */
  isSmooth = false;
  /** Whether its reader has moved it since the last decision. */
  private isHeld = false;
  /** Whether it looks at what moves. */
  private isWatching = false;
  private what = "";

  constructor(
    /** Whether it goes to decisions by itself. */
    private readonly follows: boolean,
    /** Its reader moves it. */
    private readonly onhold: () => void = () => {},
  ) {}

  readonly isFar = $derived(this.sight.k < FAR);

  /** In an overview of things too small for a finger, a touch only goes nearer. */
  readonly isAsleep = $derived(
    pointing.isCoarse && this.live.length > 0 && this.sight.k < optics.needed(this.live) * 0.9,
  );

  /** How many live things lie beyond each edge. */
  readonly beyond = $derived(
    this.space.width ? optics.beyond(this.sight, this.space, this.live) : new Map<Edge, Box[]>(),
  );

  readonly isWhole = $derived.by(() => {
    if (!this.space.width) return true;
    return this.sight.k <= optics.whole(this.scene, this.space).k * 1.02;
  });

  /** Pixels that a target should have. */
  get target(): number {
    return pointing.isCoarse ? optics.TARGET : 24;
  }

  /** Another drawing, another size of the stage, something over its edges. */
  fit(scene: Scene, space: Space): void {
    const { width, height } = this.space;
    const isOther = space.width !== width || space.height !== height;
    const isSame = scene.width === this.scene.width && scene.height === this.scene.height;
    const more = covered(space) - covered(this.space);
    const isResting = isSame && this.isResting;
    if (isOther || !isSame) this.before = undefined;
    else if (more > 0 && !this.isHeld) this.before ??= this.sight;
    this.scene = scene;
    this.space = space;
    if (!space.width) return;
    if (more < 0 && !isOther && !this.isHeld) this.uncover();
    else if (isResting && !isOther) this.show(this.aimed(), this.follows);
    else this.aim(!isOther && this.follows, isOther);
  }

  /** Whether nothing is asked of its reader, and it looks where it then does. */
  private get isResting(): boolean {
    const { k, x, y } = this.aimed();
    const { sight } = this;
    const isThere = sight.k === k && sight.x === x && sight.y === y;
    return isThere && !this.live.length && !this.isHeld && !this.isWatching;
  }

  /** What lay over the stage is gone: back to where it looked before. */
  private uncover(): void {
    const { before } = this;
    this.before = undefined;
    this.show(before && this.isGood(before) ? before : this.aimed(), this.follows);
  }

  /**
   * What can be chosen has been measured; `what` tells one decision from another. Where its reader
   * has moved it she may want it to stay, whatever is decided.
   */
  look(live: Live[], what: string, beside: Box | undefined, mayStay = false): void {
    this.live = live;
    this.beside = beside;
    if (what === this.what) return;
    this.what = what;
    this.isHeld &&= mayStay;
    if (this.follows && !this.isHeld) this.aim(true);
  }

  /** These things move, or anything where none is known: they are to be seen. Whether it goes. */
  watch(boxes: Box[], isSmooth: boolean): boolean {
    const { scene, space, sight } = this;
    const found = optics.watched(sight, scene, space, boxes, this.isWatching);
    this.isWatching = true;
    if (!this.isHeld) this.show(found, isSmooth);
    return this.sight !== sight;
  }

  /** Nothing moves any more: back to the decision, if there is one. */
  turnBack(isAsked: boolean): void {
    if (!this.isWatching) return;
    this.isWatching = false;
    if (isAsked && !this.isHeld) this.aim(true);
  }

  /** To the decision, if it cannot be seen well enough. */
  private aim(isSmooth: boolean, isOther = false): void {
    if (this.isWatching && !isOther) return; // until that is over
    if (isOther) this.isHeld = false; // another screen: what was seen on the old one is gone
    const mayStay = this.isHeld || (!isOther && this.isGood(this.sight));
    this.show(mayStay ? this.kept(this.sight) : this.aimed(), isSmooth);
  }

  /** Whether everything that matters can be seen so. */
  private isGood(sight: Sight): boolean {
    const { scene, space, live, beside } = this;
    if (!this.follows) return false;
    if (live.length) return optics.isEnough(sight, space, live);
    if (beside) return optics.isShown(sight, scene, space, beside);
    return sight.k >= optics.filling(scene, space) * 0.95;
  }

  private aimed(): Sight {
    const { scene, space, live, beside } = this;
    return this.follows ? optics.found(scene, space, live, beside) : optics.whole(scene, space);
  }

  /** As far as a drawing may be moved: nothing of it need stay under a button. */
  private kept(sight: Sight): Sight {
    return optics.kept(sight, this.scene, this.space, optics.cleared(this.space));
  }

  private show(sight: Sight, isSmooth: boolean): void {
    const { k, x, y } = this.sight;
    if (sight.k === k && sight.x === x && sight.y === y) return;
    this.isSmooth = isSmooth;
    this.sight = sight;
  }

  // --- By hand ----------------------------------------------------------------------------------

  zoom(factor: number, at: { x: number; y: number }): void {
    const limits = optics.limits(this.scene, this.space, this.live);
    this.move(optics.zoomed(this.sight, factor, at, limits), false);
  }

  drag(dx: number, dy: number): void {
    const { k, x, y } = this.sight;
    this.move({ k, x: x + dx, y: y + dy }, false);
  }

  private move(sight: Sight, isSmooth: boolean): void {
    this.isHeld = true;
    this.onhold();
    this.show(this.kept(sight), isSmooth);
  }

  /** The whole, or back to the decision. */
  toggle(): void {
    this.move(this.isWhole ? this.aimed() : optics.overview(this.scene, this.space), true);
  }

  /** Near enough to touch what lies there. */
  approach(at: { x: number; y: number }): void {
    const { k } = this.sight;
    const need = optics.needed(this.live);
    const unit = { x: (at.x - this.sight.x) / k, y: (at.y - this.sight.y) / k };
    this.move(optics.centred({ ...unit, width: 0, height: 0 }, need, this.space), true);
  }

  /** To things that lie beyond an edge. */
  jump(boxes: Box[]): void {
    this.move(optics.jumped(this.sight, this.scene, this.space, boxes), true);
  }

  /** Whether there is more to see than what is seen. */
  readonly canToggle = $derived.by(() => {
    if (!this.space.width) return false;
    if (!this.isWhole) return true;
    if (!this.follows || !this.live.length) return false;
    return this.sight.k < optics.needed(this.live);
  });

  /** Some things are to be seen, the first of them at least. */
  revealAll(boxes: Box[]): void {
    if (!boxes.every((box) => this.sees(box))) this.jump(boxes);
  }

  /** Whether enough of a thing is in view to touch it. */
  sees(box: Box): boolean {
    return optics.isSeen(box, this.sight, this.space);
  }

  /** Something has the focus, or was touched at an edge: it is to be seen. */
  reveal(box: Box): void {
    if (!this.sees(box)) this.jump([box]);
  }

  // --- Where things lie on the stage ------------------------------------------------------------

  private readonly alive = $derived(this.live.map((box) => optics.onStage(box, this.sight)));

  /** Where a chip at an edge covers nothing live. */
  chipAt(edge: Edge, size: number): Box {
    return placing.chipAt(edge, size, this.space, this.alive);
  }

  /** Where the button lies that shows the whole. */
  cornerAt(size: number, gap: number): Box {
    return placing.cornerAt(size, gap, this.space, this.alive);
  }

  /** Where the tick of a thing lies, in units of the drawing as the thing is. */
  besideOf(thing: Box, size: number, corner: Box): Box {
    const space = { ...this.space, taken: [...(this.space.taken ?? []), corner] };
    return placing.beside(optics.onStage(thing, this.sight), size, space, this.alive);
  }

  /** Where the badges of things lie. */
  badges(things: Box[], size: { width: number; height: number }, words: Box[]): Box[] {
    const seen = (boxes: Box[]) => boxes.map((box) => optics.onStage(box, this.sight));
    return placing.badges(seen(things), size, this.space, seen(words), this.alive);
  }
}

/** How much of a stage lies under something else. */
const covered = ({ top, right, bottom, left }: Space): number => top + right + bottom + left;

const KEY = "camera";

export const setCamera = (camera: Camera): Camera => setContext(KEY, camera);
/** The camera of the stage on which something is drawn, if it is drawn on one. */
export const cameraHere = (): Camera | undefined => getContext<Camera | undefined>(KEY);
