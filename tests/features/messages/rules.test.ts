import { describe, expect, test } from "vitest";
import { readAddress } from "#app/features/messages/read-address.server.ts";
import { openingPart, openTopic, readTab, readUpTo, shownTopics } from "#app/features/messages/rules.ts";

type Flags = Partial<Record<"shipment" | "billing" | "booking" | "quote", 0 | 1>>;
const session = (flags: Flags, containBooking = true) => {
  const group = (checked: 0 | 1 | undefined) => (checked === undefined ? null : { checked });
  const { shipment, billing, booking, quote } = flags;
  return {
    shipment: group(shipment),
    billing: group(billing),
    booking: group(booking),
    quote: group(quote),
    containBooking,
  };
};
const all = session({ shipment: 0, billing: 0, booking: 0, quote: 0 });

describe("the tab that a conversation opens", () => {
  test.each([
    ["the one that is flagged", session({ shipment: 0, billing: 1, quote: 0 }), "billing"],
    ["the last flagged of several", session({ shipment: 1, billing: 1, booking: 1, quote: 0 }), "booking"],
    ["the last flagged, in the order of the tabs", session({ quote: 1, shipment: 1 }), "quote"],
    ["the first, where none is flagged", all, "shipment"],
    ["the first that is there", session({ billing: 0, quote: 0 }), "billing"],
    ["no booking tab without a booking", session({ shipment: 0, booking: 1 }, false), "shipment"],
  ])("%s", (_, given, expected) => {
    expect(openTopic(given, null)).toBe(expected);
  });

  test("is the one that is wanted, by name or by its place, whatever is flagged", () => {
    const flagged = session({ shipment: 0, billing: 0, booking: 0, quote: 1 });
    expect(openTopic(flagged, "billing")).toBe("billing");
    expect(openTopic(flagged, 0)).toBe("shipment");
    expect(openTopic(flagged, 2)).toBe("booking");
  });

  test("is as if nothing were wanted when that tab is not there", () => {
    expect(openTopic(session({ shipment: 0, quote: 1 }), "billing")).toBe("quote");
    expect(openTopic(session({ shipment: 0, booking: 0 }, false), "booking")).toBe("shipment");
    expect(openTopic(all, 7)).toBe("shipment");
  });

  test("is none after a negative index, or where there is no channel", () => {
    expect(openTopic(all, -1)).toBeNull();
    expect(openTopic(session({}), null)).toBeNull();
  });
});

test("the strip holds the channels that are there, a booking's only with a booking", () => {
  expect(shownTopics(all)).toEqual(["shipment", "billing", "booking", "quote"]);
  expect(shownTopics(session({ shipment: 0, booking: 0 }, false))).toEqual(["shipment"]);
});

test.each([
  ["50", 50],
  ["1025", 1_000],
  ["999999999", 1_000],
  ["3", 25],
  ["many", 25],
])("a list of %s conversations shows %i", (shown, expected) => {
  expect(readAddress(new URLSearchParams({ shown })).shown).toBe(expected);
});

test.each([
  ["quote", "quote"],
  ["-1", -1],
  ["2", 2],
  ["Quote", null],
  ["1e3", null],
  ["", null],
  [null, null],
])("the address's tab %j means %j", (text, expected) => {
  expect(readTab(text)).toBe(expected);
});

describe("a conversation opens", () => {
  test.each([
    ["at its newest page, when nothing is unread", 200, null, null],
    ["at its newest page, when that holds all that is unread", 200, 171, null],
    ["shortly before the first unread message, up to the end", 200, 170, { before: 201, limit: 36 }],
    ["at its beginning, when all of it is unread", 90, 1, { before: 91, limit: 90 }],
    ["with a hundred messages at most", 500, 101, { before: 196, limit: 100 }],
  ])("%s", (_, total, firstUnread, part) => {
    expect(openingPart({ total, firstUnread })).toEqual(part);
  });

  test.each([
    ["all of it, with what is unread before the eyes", { first: 171, last: 200 }, 180, 200],
    ["what is shown of it", { first: 96, last: 195 }, 101, 195],
    ["nothing, with unread messages before those shown", { first: 171, last: 200 }, 170, null],
    ["nothing, with unread messages after those shown", { first: 1, last: 30 }, 31, null],
    ["all of it, where nobody says which are unread", { first: 171, last: 200 }, null, 200],
    ["nothing of an older page, where nobody says which are unread", { first: 1, last: 30 }, null, null],
  ])("and is read: %s", (_, shown, firstUnread, upTo) => {
    expect(readUpTo(shown, { total: 200, firstUnread })).toBe(upTo);
  });
});
