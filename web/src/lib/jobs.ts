/** Thinking that takes a while: asked for, waited for. */
import { ask, Trouble, type Job } from "./api";

const PAUSE = 400; // milliseconds between two looks

/** What comes of a job; `told` hears how far it is. */
export async function thought<T>(
  path: string,
  body: unknown,
  told: (share: number) => void = () => {},
): Promise<T> {
  let job = await ask<Job<T>>(path, body);
  while (job.status === "waiting") {
    told(job.progress);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    job = await ask<Job<T>>(`/api/jobs/${encodeURIComponent(job.id)}`);
  }
  if (job.status === "failed") throw new Trouble(500, "failed", job.result.message ?? "");
  return job.result;
}
