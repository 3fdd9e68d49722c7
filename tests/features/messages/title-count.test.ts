import { expect, test } from "vitest";
import { titleWith } from "#app/features/messages/live/title-count.ts";

test.each([
  ["Shipments · Fairlead", 0, "Shipments · Fairlead"],
  ["Shipments · Fairlead", 3, "(3) Shipments · Fairlead"],
  ["(3) Shipments · Fairlead", 100, "(99+) Shipments · Fairlead"],
  ["(99+) Shipments · Fairlead", 12, "(12) Shipments · Fairlead"],
  ["(12) Shipments · Fairlead", 0, "Shipments · Fairlead"],
  // The page's own title starts with a bracket.
  ["(draft) Booking", 1, "(1) (draft) Booking"],
])("%s with %i unread", (title, count, expected) => {
  expect(titleWith(title, count)).toBe(expected);
});
