import { expect, test } from "vitest";
import { excerptOf } from "#app/features/messages/conversation/excerpt.ts";

const file = (name: string) => ({
  contentUrl: "/message/attachment/1",
  name,
  size: 1,
  contentType: "text/plain",
  isScanned: null,
});
const long = `${"far ".repeat(100)}the Quoin is here ${"and on ".repeat(100)}`;

test.each([
  ["the whole of a short text, in one line", "Your box\nis  here", [], "", "Your box is here"],
  ["names of files, where nothing was said", "", ["a.txt", "b.txt"], "", "a.txt, b.txt"],
  ["the beginning of a long text", "😀".repeat(130), [], "", `${"😀".repeat(120)}…`],
  ["the beginning, where the words stand there", "Quoin first", [], "quoin", "Quoin first"],
  ["the file that bears the words", "See the list", ["Quoin 提单.txt"], "quoin", "Quoin 提单.txt"],
  ["the text, where neither shows them as they are", "ﬃ in it", ["a.txt"], "ffi", "ﬃ in it"],
])("an excerpt is %s", (_, text, names, words, expected) => {
  expect(excerptOf({ text, contentUrl: names.map(file) }, words)).toBe(expected);
});

test("the excerpt shows a match far into a text", () => {
  const excerpt = excerptOf({ text: long, contentUrl: [] }, "QUOIN");
  expect(excerpt).toMatch(/^….{10,40}the Quoin is here and on .*…$/);
  expect(excerpt.length).toBe(122);
});
