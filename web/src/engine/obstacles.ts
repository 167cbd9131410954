/** Why nothing can be computed on this device. */
export type Obstacle = "blocked" | "missing" | "version" | "memory" | "lost";

/** There is no engine here, or no more: somebody else must be asked. */
export class NoEngine extends Error {
  constructor(
    readonly obstacle: Obstacle,
    message: string,
  ) {
    super(message);
  }
}
