/** Why nothing is computed on this device: nobody wants it or there is no module, or a trouble. */
export type Obstacle = "none" | "blocked" | "missing" | "version" | "memory" | "lost";

/** There is no engine here, or no more: somebody else must be asked. */
export class NoEngine extends Error {
  constructor(
    readonly obstacle: Obstacle,
    message: string,
  ) {
    super(message);
  }
}
