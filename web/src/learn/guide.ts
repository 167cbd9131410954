/** The page for players: paragraphs of Markdown, and pictures among them. */

/** A piece of text in Markdown, or the name of a picture and what it shows. */
export type Piece = { text: string } | { picture: string; caption: string };

const PICTURE = /^\*\[(\w+)\] ([^*]+)\*$/;

/** The pieces of a part, in order; what stands between two pictures is one piece. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  for (const block of text.split(/\n\s*\n/)) {
    const picture = PICTURE.exec(block.trim().replaceAll(/\s*\n\s*/g, " "));
    const last = found.at(-1);
    if (picture) found.push({ picture: picture[1]!, caption: picture[2]! });
    else if (last && "text" in last) last.text += `\n\n${block}`;
    else found.push({ text: block });
  }
  return found;
}
