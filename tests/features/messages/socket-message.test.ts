import { beforeEach, expect, test } from "vitest";
import type { ServerMessage } from "#app/contract/realtime.ts";
import { takeMessage } from "#app/features/messages/live/socket-message.ts";
import { LivePage } from "./live-page.ts";

let page: LivePage;
beforeEach(() => {
  page = new LivePage();
});

async function takes(message: ServerMessage, isLookedAt = true): Promise<string[]> {
  takeMessage(message, page.store, page.catchUp, isLookedAt);
  await page.settle();
  return page.take();
}
/** Another's provider may leave fields out. */
const messageOf = (given: object) => given as ServerMessage;
const unread = (channelId: string, increment = "1") =>
  messageOf({ type: "unRead", data: { channelId, increment, num: 5 } });

test("every message is shown once per id", async () => {
  const authorised = messageOf({ type: "client_authorization", nid: "n-1" });
  expect(await takes(authorised)).toEqual([]);
  expect(page.store.view).toMatchObject({ webSocketMsg: authorised, nid: "n-1", unread: null });
  const other = messageOf({ type: "client_business", theme: "OTHER" });
  expect(await takes(other)).toEqual([]);
  expect(page.store.view).toMatchObject({ webSocketMsg: other, nid: "n-1", unread: null });
});

test("a message in another channel sets the count and tells the lists", async () => {
  await page.open("7");
  expect(await takes(unread("8"))).toEqual(["activity"]);
  expect(page.store.view.unread).toBe(5);
});

test("a message in the open channel is fetched, and the count stays until it is read", async () => {
  await page.open("7");
  expect(await takes(unread("7"))).toEqual(["fetch 7", "activity"]);
  expect(page.store.view.unread).toBeNull();
});

test.each([
  ["that nobody looks at", "1", false],
  ["that was read elsewhere", "0", true],
])("a message in the shown channel %s is fetched and counted", async (_, increment, isLookedAt) => {
  await page.open("7");
  expect(await takes(unread("7", increment), isLookedAt)).toEqual(["fetch 7", "activity"]);
  expect(page.store.view.unread).toBe(5);
});

test.each([
  [{ ids: ["3", 4] }, "shipments 3,4"],
  [{ ids: null }, "shipments any"],
  [null, "shipments any"],
])("changed shipments %j are told to the page", async (data, told) => {
  const changed = messageOf({ type: "client_business", theme: "SERVER_CHANGED_SHIPMENTS", data });
  expect(await takes(changed)).toEqual([told]);
  expect(page.store.view.unread).toBeNull();
});
