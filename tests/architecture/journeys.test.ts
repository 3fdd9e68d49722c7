import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PRESS = /\.(?:click|dblclick|goBack|goForward)\(|\.press\("Enter"\)/;
const READING =
  /expect(?:Accessible|Targets)\(|\.(?:url|content|title|evaluate|evaluateAll|screenshot|textContent|innerText|innerHTML|inputValue|getAttribute|count|allTextContents|allInnerTexts|isVisible|isChecked|boundingBox)\(/;
/** What waits for the page that is meant, and what looks only once it is called. */
const WAITING = /\bexpect\.poll\(|\.toPass\(|^const \w+ = (?:async )?\(.*\) =>/;

/** Lines of code with their numbers, without blank lines and comments. */
function codeOf(file: string): { text: string; line: number }[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ text: text.trim(), line: index + 1 }))
    .filter(({ text }) => text && !/^(?:\/\/|\*|\/\*)/.test(text));
}

test("no journey reads or checks a page right after a press, which may still be the page before", () => {
  const files = globSync("tests/e2e/**/*.ts");
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) => {
    const code = codeOf(file);
    return code.flatMap(({ text, line }, index) => {
      const next = code[index + 1]?.text ?? "";
      // A press in a frame leads to another page of the frame.
      const isPress = PRESS.test(text) && !text.includes("frameLocator");
      return isPress && READING.test(next) && !WAITING.test(next) ? [`${file}:${line}: ${text} ${next}`] : [];
    });
  });
  expect(found).toEqual([]);
});

test("no journey takes a text out of the heading before it is that of the page that is meant", () => {
  const found = globSync("tests/e2e/{journeys,once}/**/*.ts").flatMap((file) =>
    codeOf(file).flatMap(({ text, line }) =>
      /exec\(.*getByRole\("heading"/.test(text) ? [`${file}:${line}: readHeading waits for it`] : [],
    ),
  );
  expect(found).toEqual([]);
});
