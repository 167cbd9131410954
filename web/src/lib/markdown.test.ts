import { expect, test } from "vitest";
import { rendered } from "./markdown";

test("paragraphs and emphasis", () => {
  expect(rendered("An *army*\nof **ten**, `cap=at_once`.")).toBe(
    "<p>An <em>army</em> of <strong>ten</strong>, <code>cap=at_once</code>.</p>",
  );
});

test("lists after a sentence", () => {
  expect(rendered("Either:\n- one\n  thing;\n- another.")).toBe(
    "<p>Either:</p><ul><li>one thing;</li><li>another.</li></ul>",
  );
});

test("tables", () => {
  expect(rendered("| a | b |\n|---|---|\n| 1 | 2 |")).toBe(
    "<table><thead><tr><th>a</th><th>b</th></tr></thead>" +
      "<tbody><tr><td>1</td><td>2</td></tr></tbody></table>",
  );
});

test("nothing runs", () => {
  expect(rendered('<img src=x onerror="alert(1)">')).toBe(
    "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt;</p>",
  );
});
