import { expect, test } from "vitest";
import type { ServerMessage } from "#app/contract/realtime.ts";
import { markTopicRead, unreadOf, unreadStep } from "#app/features/messages/live/unread.ts";

const data = { channelId: "7", increment: "1" as const, num: 12 };
const nid = "connection-1";

test.each<[string, ServerMessage, typeof data | null]>([
  ["unRead", { type: "unRead", theme: "", data, nid }, data],
  ["the unread theme", { type: "client_business", theme: "SERVER_COUNT_UNREAD_MSG", data, nid }, data],
  ["an authorization", { type: "client_authorization", theme: "", data: null, nid }, null],
  ["a heartbeat request", { type: "SERVER_HEARTBEAT_REQUEST", theme: "", data: null, nid }, null],
  // A provider of its own may have themes that this portal does not know.
  ["another theme", { type: "client_business", theme: "OTHER", data, nid } as unknown as ServerMessage, null],
])("%s says about unread messages what it should", (_, message, expected) => {
  expect(unreadOf(message)).toEqual(expected);
});

test.each([
  ["for another channel", "8", "1", { kind: "count", num: 12 }],
  ["while no channel is open", null, "1", { kind: "count", num: 12 }],
  ["that says the open channel was read", "7", "0", { kind: "count", num: 12 }],
  ["for the open channel", "7", "1", { kind: "read", channelId: "7" }],
] as const)("a message %s counts, or marks read", (_, open, increment, expected) => {
  expect(unreadStep({ ...data, increment }, open)).toEqual(expected);
});

test("a channel that was read counts 0, and the session too when all four do", () => {
  const before = { unread: 5, counts: { shipment: 2, billing: 0, quote: 3 } };
  const after = markTopicRead(before, "shipment");
  expect(after).toEqual({ unread: 5, counts: { shipment: 0, billing: 0, quote: 3 } });
  expect(markTopicRead(after, "quote")).toEqual({ unread: 0, counts: { shipment: 0, billing: 0, quote: 0 } });
});
