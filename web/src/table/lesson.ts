/** The words of a lesson: what is explained, and `*what the learner is to do*` among it. */
export interface Told {
  before: string;
  task: string;
  after: string;
}

export function told(words: string): Told {
  const [before = "", task = "", after = ""] = words.split("*");
  return { before: before.trim(), task: task.trim(), after: after.trim() };
}
