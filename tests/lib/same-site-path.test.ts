import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { draws } from "#tests/support/is-all.ts";

const FALLBACK = "/dashboard";

test.each([
  ["/", "/"],
  ["/shipments/index?page=2&status=TRANSIT#row-3", "/shipments/index?page=2&status=TRANSIT#row-3"],
  ["/shipments/detail/42", "/shipments/detail/42"],
  ["/shipments/index?q=上海", "/shipments/index?q=%E4%B8%8A%E6%B5%B7"],
  ["/shipments/index?q=a%0Ab&r=//x", "/shipments/index?q=a%0Ab&r=//x"],
  ["/home?redirect=https://else.example/", "/home?redirect=https://else.example/"],
  ["/a/../b", "/b"],
  ["/100%25", "/100%25"],
  ["/%E4%B8%8A", "/%E4%B8%8A"],
])("keeps %j", (value, path) => {
  expect(sameSitePath(value, FALLBACK)).toBe(path);
});

test.each([
  "",
  "dashboard",
  "//else.example",
  "///else.example",
  "//portal.invalid/a",
  "/\\else.example",
  "\\\\else.example",
  "/\t/else.example",
  "/\n/else.example",
  "\t//else.example",
  " //else.example",
  "https://else.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "/.//else.example",
  "/a/..//else.example",
  "/%2e%2e//else.example",
  "/%2f%2felse.example/%2f",
  "/%2Felse.example",
  "/%252Felse.example",
  "/%252Felse.example%25",
  "/%5celse.example",
  "/%255celse.example",
  "/%09/else.example",
  "/a%0d%0aSet-Cookie:x=1",
  "/a\r\nSet-Cookie: x=1",
  "/%ff",
  "/%",
  "/%2525252525252f",
  "/\u0000",
  "/\ud800",
  `/${"a".repeat(3000)}`,
  null,
  undefined,
  42,
  ["/dashboard"],
])("refuses %j", (value) => {
  expect(sameSitePath(value, FALLBACK)).toBe(FALLBACK);
});

describe("for any text", () => {
  const tricky = fc
    .array(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        ".",
        "..",
        "%2f",
        "%5c",
        "%252f",
        "%2e",
        "\t",
        "\n",
        "\r",
        " ",
        ":",
        "@",
        "?",
        "#",
        "a",
        "evil.example",
        "http:",
        "javascript:",
        "%00",
        "%0a",
        "\u2028",
        "／",
        "。",
        "\u0000",
        "[",
        "]",
      ),
      { maxLength: 10 },
    )
    .map((parts) => parts.join(""));

  test("the result is a path of this site that a header can carry", { tags: "slow" }, () => {
    fc.assert(
      fc.property(
        fc.oneof(
          tricky,
          tricky.map((text) => `/${text}`),
          fc.string(),
          fc.webUrl(),
        ),
        (value) => {
          const path = sameSitePath(value, FALLBACK);
          expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
          expect(new URL(path, "https://portal.example").host).toBe("portal.example");
          const decoded = decodeURIComponent(new URL(path, "https://portal.example").pathname);
          expect(new URL(encodeURI(decoded), "https://portal.example").host).toBe("portal.example");
          expect(sameSitePath(path, "/other")).toBe(path);
        },
      ),
      { numRuns: draws(2000) },
    );
  });
});
