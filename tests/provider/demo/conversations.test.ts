import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { messageList, unreadCount } from "#app/contract/message.ts";
import { chatList, sessionDetail } from "#app/contract/message-session.ts";
import { withEmoji } from "#app/lib/emoji-code.ts";
import { DEMO_PASSWORD, startProvider, type TestProvider } from "#tests/support/provider.ts";

let provider: TestProvider;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  provider = await startProvider({ demo: true });
  for (const userName of ["demo", "rival", "desk"]) {
    const { data } = await provider.call(signIn, { userName, password: DEMO_PASSWORD });
    tokens[userName] = data.token;
  }
});
afterAll(() => provider.stop());

const chats = async (who: string) =>
  (await provider.call(chatList, { limit: 100 }, { token: tokens[who] })).data;
const unreadOf = async (who: string) => (await provider.call(unreadCount, {}, { token: tokens[who] })).data;

test("customers have conversations of every topic, some unread, none of another company", async () => {
  const { rows, total } = await chats("demo");
  expect(total).toBe(rows.length);
  expect(total).toBeGreaterThan(10);
  const unread = rows.reduce((sum, { unReadNum }) => sum + unReadNum, 0);
  expect(unread).toBe(await unreadOf("demo"));
  expect(unread).toBeGreaterThan(0);
  const own = new Set(rows.map(({ id }) => id));
  expect((await chats("rival")).rows.filter(({ id }) => own.has(id))).toEqual([]);
  const times = rows.map(({ lastMessage }) => lastMessage?.createTime ?? "");
  expect(times).toEqual(times.toSorted().reverse());
});

test("one is longer than a page, and the forwarder has more unread than the badge tells", {
  tags: "slow",
}, async () => {
  expect(await unreadOf("desk")).toBeGreaterThan(99);
  let longest = 0;
  for (const { id } of (await chats("demo")).rows) {
    const { data } = await provider.call(sessionDetail, { id }, { token: tokens.demo });
    for (const group of [data.shipment, data.billing, data.booking, data.quote]) {
      if (!group) continue;
      longest = Math.max(longest, group.msgList.total);
      const { data: list } = await provider.call(
        messageList,
        { channelId: group.channelId, limit: 100, after: 0 },
        { token: tokens.demo },
      );
      expect(list.rows.map(({ sequence }) => sequence)).toEqual(list.rows.map((_, index) => index + 1));
      for (const { text } of list.rows) expect(withEmoji(text)).not.toContain("/::");
    }
  }
  expect(longest).toBeGreaterThan(100);
});
