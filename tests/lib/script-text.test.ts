import { expect, test } from "vitest";
import { scriptText } from "#app/lib/script-text.ts";

test("a text in a script is the same text, and neither ends the script nor begins a comment", () => {
  for (const text of [
    "",
    'a "quoted" \\ text',
    "</script><!-- <script>",
    "a\u2028b\u2029c",
    "&amp;",
    "十 😀",
  ]) {
    const written = scriptText(text);
    expect(JSON.parse(written)).toBe(text);
    expect(written).not.toMatch(/[<>&\u2028\u2029]/);
  }
});
