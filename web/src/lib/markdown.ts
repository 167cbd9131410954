/** The little Markdown that the rules are written in, as HTML without anything that could run. */
const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => ESCAPED[letter]!);

function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>");
}

const cells = (row: string) =>
  row
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));

function table(rows: string[]): string {
  const [head, , ...body] = rows;
  const line = (row: string, tag: string) =>
    `<tr>${cells(row)
      .map((cell) => `<${tag}>${cell}</${tag}>`)
      .join("")}</tr>`;
  const lines = body.map((row) => line(row, "td")).join("");
  return `<table><thead>${line(head!, "th")}</thead><tbody>${lines}</tbody></table>`;
}

/** Paragraphs, lists and tables. */
export function rendered(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((block) => {
      const lines = block
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      if (!lines.length) return "";
      if (lines.every((line) => line.startsWith("|"))) return table(lines);
      const first = lines.findIndex((line) => line.startsWith("- "));
      if (first < 0) return `<p>${inline(lines.join(" "))}</p>`;
      const items = lines
        .slice(first)
        .join("\n")
        .split(/^- /m)
        .filter(Boolean)
        .map((item) => `<li>${inline(item.replaceAll("\n", " ").trim())}</li>`);
      const before = first ? `<p>${inline(lines.slice(0, first).join(" "))}</p>` : "";
      return `${before}<ul>${items.join("")}</ul>`;
    })
    .join("");
}
