import { expect, test } from "vitest";
import { isOpenedByPerson } from "#app/features/messages/conversation/opened-by-person.server.ts";

const asked = (
  headers: Record<string, string>,
  { method = "GET", path = "/messageCenter/index?session=1" } = {},
) => isOpenedByPerson(new Request(`http://portal.test${path}`, { method, headers }));

const document = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

test.each([
  ["a page that is opened", { ...document, "sec-fetch-site": "same-origin", "sec-fetch-user": "?1" }],
  ["a reload, an address that was typed", { ...document, "sec-fetch-site": "none" }],
  [
    "a link in a mail that was clicked",
    { ...document, "sec-fetch-site": "cross-site", "sec-fetch-user": "?1" },
  ],
  ["a text browser, which says nothing", {}],
])("%s counts as opened", (_, headers) => {
  expect(asked(headers)).toBe(true);
});

test.each([
  ["a prefetch", { ...document, "sec-purpose": "prefetch" }],
  ["a page made ahead", { ...document, "sec-purpose": "prefetch;prerender" }],
  ["a prefetch of older browsers", { purpose: "prefetch" }],
  ["a prefetch of old Firefox", { "x-moz": "prefetch" }],
  ["what a script fetches", { "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" }],
  ["a frame", { "sec-fetch-dest": "iframe" }],
  ["a picture of another site", { "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" }],
  ["another site without a click", { ...document, "sec-fetch-site": "cross-site" }],
])("%s does not", (_, headers) => {
  expect(asked(headers)).toBe(false);
});

test("nor does the data of a page, or a request for its head alone", () => {
  expect(asked({}, { path: "/messageCenter/index.data?session=1" })).toBe(false);
  expect(asked(document, { method: "HEAD" })).toBe(false);
});
