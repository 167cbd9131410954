/** A phrase in lines of at most so many letters; drawings do not break lines by themselves. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A word as a sentence begins with it. */
export const large = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
