import { describe, expect, test } from "vitest";
import { textPieces } from "#app/features/messages/conversation/text-pieces.server.ts";

const hrefs = (text: string) =>
  textPieces(text).flatMap((piece) => (typeof piece === "object" && "href" in piece ? [piece.href] : []));
const shown = (text: string) =>
  textPieces(text)
    .map((piece) => (typeof piece === "string" ? piece : "href" in piece ? piece.text : piece.emoji))
    .join("");

test("links and emoji stand apart from the text around them, in its order", () => {
  expect(textPieces("See https://example.com/a?b=1, thanks /::(smile)/\nBye")).toEqual([
    "See ",
    { href: "https://example.com/a?b=1", text: "https://example.com/a?b=1" },
    ", thanks ",
    { name: "smile", emoji: "😊" },
    "\nBye",
  ]);
});

describe("only http and https addresses become links", () => {
  test.each([
    "javascript:alert(1)",
    "javascript://example.com/%0Aalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "file:///etc/passwd",
    "ftp://example.com/a",
    "mailto:a@example.com",
    "a@example.com",
    "//example.com/a",
    "example.com",
    "www.example.com",
  ])("%s stays text", (text) => {
    expect(hrefs(`before ${text} after`)).toEqual([]);
    expect(shown(`before ${text} after`)).toBe(`before ${text} after`);
  });

  test("and has no user name or password before its host", () => {
    for (const href of hrefs(
      "http://bank.example:secret@evil.example/ and https://bank.example@evil.example",
    ))
      expect(new URL(href)).toMatchObject({ username: "", password: "" });
  });
});

test("markup stays text, whole", () => {
  const text = `<img src=x onerror=alert(1)> "quoted" & <a href="https://example.com">x</a>`;
  expect(shown(text)).toBe(text);
  expect(hrefs(text)).toEqual(["https://example.com/"]);
});

test("an emoji code after a link is not part of the link", () => {
  expect(textPieces("https://example.com/::(smile)/")).toEqual([
    { href: "https://example.com/", text: "https://example.com" },
    { name: "smile", emoji: "😊" },
  ]);
});

test("the longest message made only of beginnings of links is parsed in limited time", () => {
  const text = "https://a".repeat(444);
  const begun = performance.now();
  textPieces(text);
  textPieces("/::(".repeat(1000));
  expect(performance.now() - begun).toBeLessThan(5_000);
});
