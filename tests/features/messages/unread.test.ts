import { expect, test } from "vitest";
import type { Topic } from "#app/contract/message-code.ts";
import type { ServerMessage } from "#app/contract/realtime.ts";
import type { MessageCenterView } from "#app/features/messages/conversation/message-view.ts";
import { viewAfterRead } from "#app/features/messages/live/after-read.ts";
import { freshQuery, withPlaceOf } from "#app/features/messages/live/fresh-view.ts";
import { isUnread, unreadStep } from "#app/features/messages/live/unread.ts";

const data = { channelId: "7", increment: "1" as const, num: 12 };
const nid = "connection-1";

test.each<[string, ServerMessage, boolean]>([
  ["unRead", { type: "unRead", theme: "", data, nid }, true],
  ["the unread theme", { type: "client_business", theme: "SERVER_COUNT_UNREAD_MSG", data, nid }, true],
  ["an authorization", { type: "client_authorization", theme: "", data: null, nid }, false],
  ["a heartbeat request", { type: "SERVER_HEARTBEAT_REQUEST", theme: "", data: null, nid }, false],
  // Other providers may send themes that this portal does not know.
  [
    "another theme",
    { type: "client_business", theme: "OTHER", data, nid } as unknown as ServerMessage,
    false,
  ],
])("%s says about unread messages what it should", (_, message, expected) => {
  expect(isUnread(message)).toBe(expected);
});

test.each([
  ["for another channel", "8", "1", { kind: "count", num: 12 }],
  ["while no channel is open", null, "1", { kind: "count", num: 12 }],
  ["that says the open channel was read", "7", "0", { kind: "count", num: 12 }],
  ["for the open channel", "7", "1", { kind: "read", channelId: "7" }],
] as const)("a message %s counts, or marks read", (_, open, increment, expected) => {
  expect(unreadStep({ ...data, increment }, open)).toEqual(expected);
});

const tab = (topic: Topic, unread: number) => ({ topic, unread, label: "", href: "", channelId: topic });
function viewOf(topic: Topic, shipment: number, quote: number): MessageCenterView {
  return {
    address: {},
    list: {
      rows: [
        { id: "1", title: "", match: "", href: "", unread: 5, isSilent: true, last: null },
        { id: "2", title: "", match: "", href: "", unread: 4, isSilent: true, last: null },
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
        firstUnread: null,
        unreadAbove: 0,
        unreadHref: "",
      },
      closeHref: "",
      unread: shipment + quote,
    },
    zone: "",
    clock: "UTC",
    limits: "",
    can: { inquire: true, seeTeams: true, readAll: true, send: true },
  };
}

test("a read channel has 0 unread, and so has the session when all channels do", () => {
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

test("a refreshed page has new counts, and keeps the reader's tab and messages", () => {
  const given = viewOf("shipment", 2, 0);
  expect(freshQuery("?session=1&shown=50", given)).toBe("?session=1&shown=50&tab=shipment");
  expect(freshQuery("?find=box", { ...given, conversation: null })).toBe("?find=box");
  const came = viewOf("shipment", 0, 1);
  if (came.conversation) came.conversation.open.firstUnread = 9;
  const fresh = withPlaceOf(given, came);
  expect(fresh.conversation?.open).toBe(given.conversation?.open);
  expect(fresh.conversation?.tabs).toBe(came.conversation?.tabs);
  const elsewhere = viewOf("quote", 0, 1);
  expect(withPlaceOf(given, elsewhere)).toBe(elsewhere);
});
