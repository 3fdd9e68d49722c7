import { describe, expect, test } from "vitest";
import { allowsFraming } from "#app/lib/framing.ts";

const portal = new URL("https://portal.example");
const page = new URL("https://rates.example/view");
const judge = (headers: Record<string, string>, parent = portal, address = page) =>
  allowsFraming(new Headers(headers), address, parent);
const ancestors = (sources: string) => ({
  "content-security-policy": `default-src *; frame-ancestors ${sources}`,
});

describe("a page that says nothing, or names the portal, is shown", () => {
  test.each([
    ["nothing", {}],
    ["*", ancestors("*")],
    ["https:", ancestors("https:")],
    ["http:, which https is as well", ancestors("http:")],
    ["the origin", ancestors("https://portal.example")],
    ["the host", ancestors("Portal.Example")],
    ["the port", ancestors("portal.example:443")],
    ["any port", ancestors("portal.example:*")],
    ["hosts below", ancestors("https://*.example")],
    ["it in place of X-Frame-Options", { ...ancestors("portal.example"), "x-frame-options": "DENY" }],
    ["only in a report", { "content-security-policy-report-only": "frame-ancestors 'none'" }],
    ["an option that browsers do not know", { "x-frame-options": "ALLOW-FROM https://other.example" }],
  ])("%s", (_, headers) => expect(judge(headers)).toBe(true));
});

describe("a page that names others is not", () => {
  test.each([
    ["'none'", ancestors("'none'")],
    ["nobody", ancestors("")],
    ["'self'", ancestors("'self'")],
    ["another host", ancestors("https://other.example")],
    ["another scheme", ancestors("ftp://portal.example")],
    ["another port", ancestors("https://portal.example:8443")],
    ["hosts below the portal's", ancestors("*.portal.example")],
    ["a host that ends alike", ancestors("*.tal.example")],
    ["it in one policy of two", { "content-security-policy": "frame-ancestors *, frame-ancestors 'none'" }],
    ["DENY", { "x-frame-options": "deny" }],
    ["SAMEORIGIN", { "x-frame-options": "SAMEORIGIN" }],
    ["both", { "x-frame-options": "SAMEORIGIN, DENY" }],
  ])("%s", (_, headers) => expect(judge(headers)).toBe(false));
});

test("the scheme counts: a portal on http is not https", () => {
  const plain = new URL("http://portal.example");
  expect(judge(ancestors("https://portal.example"), plain)).toBe(false);
  // Without a scheme that of the page counts.
  expect(judge(ancestors("portal.example"), plain)).toBe(false);
  expect(judge(ancestors("portal.example"), plain, new URL("http://rates.example"))).toBe(true);
});

test("the portal's own pages are of the same origin", () => {
  expect(judge({ "x-frame-options": "SAMEORIGIN" }, portal, new URL("https://portal.example/x"))).toBe(true);
  expect(judge(ancestors("'self'"), portal, new URL("https://portal.example/x"))).toBe(true);
});
