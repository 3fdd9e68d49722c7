import { expect, test } from "vitest";
import type { Topic } from "#app/contract/message-code.ts";
import type { ServerMessage } from "#app/contract/realtime.ts";
import { viewAfterRead } from "#app/features/messages/live/after-read.ts";
import { unreadOf, unreadStep } from "#app/features/messages/live/unread.ts";
import type { MessageCenterView } from "#app/features/messages/message-view.ts";

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

test("a channel that was read counts 0, and the session too when all of them do", () => {
  const tab = (topic: Topic, unread: number) => ({ topic, unread, label: "", href: "", channelId: topic });
  const viewOf = (topic: Topic, shipment: number, quote: number): MessageCenterView => ({
    address: {},
    list: {
      rows: [
        { id: "1", title: "", href: "", unread: 5, last: null },
        { id: "2", title: "", href: "", unread: 4, last: null },
      ],
      total: 2,
      moreHref: null,
    },
    found: null,
    conversation: {
      id: "1",
      title: "",
      subjects: [],
      isStripShown: true,
      tabs: [tab("shipment", shipment), tab("quote", quote)],
      open: {
        topic,
        channelId: topic,
        messages: [],
        total: 0,
        olderHref: null,
        newerHref: null,
        endHref: "",
      },
      closeHref: "",
      unread: shipment + quote,
    },
    zone: "",
    limits: "",
  });
  const counts = ({ conversation, list }: MessageCenterView) => ({
    tabs: conversation?.tabs.map(({ unread }) => unread),
    session: conversation?.unread,
    list: list.rows.map(({ unread }) => unread),
  });
  expect(counts(viewAfterRead(viewOf("shipment", 2, 3)))).toEqual({ tabs: [0, 3], session: 3, list: [3, 4] });
  expect(counts(viewAfterRead(viewOf("quote", 0, 3)))).toEqual({ tabs: [0, 0], session: 0, list: [0, 4] });
  const closed = { ...viewOf("quote", 0, 3), conversation: null };
  expect(viewAfterRead(closed)).toBe(closed);
});
