import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makePerson, PASSWORD } from "#tests/support/people.ts";
import { type Browser, requestIdOf, startPortal } from "#tests/support/portal.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation, heard, say } from "../../provider/messages/fixture.ts";
import { customer, type Somebody } from "../../provider/quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let ada: Browser;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  const portal = await startPortal(provider);
  dana = await customer(provider);
  const forwarder = await makeCompany(provider.db, [], { is_forwarder: true });
  const { userName } = await makePerson(provider.db, forwarder, { role: "desk", name: "Ada Desk" });
  ada = await portal.signedIn(userName, PASSWORD);
});
afterAll(() => provider?.stop());

const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

test("an answer to a conversation in which the customer has written meanwhile keeps its text and shows the newer message", async () => {
  const { id, channelId } = await conversation(provider, dana, { text: "Where is it?" });
  const path = `/freightForwarder/conversation/${id}`;
  const page = await ada.get(path);
  expect(page.markup).toContain("Where is it?");
  await say(provider, dana, channelId, "Never mind, it has come.");
  const typed = "It is in Busan, and sails tomorrow.";
  const answer = {
    requestId: requestIdOf(page),
    intent: "reply",
    text: typed,
    channelId: field(page.markup, "channelId"),
    seen: field(page.markup, "seen"),
  };
  const held = await ada.post(path, answer);
  expect(held.status).toBe(409);
  expect(held.markup).toContain("has written meanwhile");
  expect(held.markup).toContain(typed);
  expect(held.markup).toContain("Never mind, it has come.");
  const sent = await ada.post(path, { ...answer, seen: field(held.markup, "seen") });
  expect([sent.status, sent.location]).toEqual([302, path]);
  const { rows } = await heard(provider, dana, channelId);
  expect(rows.at(-1)).toMatchObject({ text: typed, isForwarder: true });
});

test.each([
  ["empty", "  "],
  ["of ten thousand characters", "x".repeat(10_000)],
])("a text that is %s is refused and kept", async (_, text) => {
  const { id } = await conversation(provider, dana);
  const path = `/freightForwarder/conversation/${id}`;
  const page = await ada.get(path);
  for (const intent of ["reply", "note"]) {
    const answer = await ada.post(path, {
      requestId: requestIdOf(page),
      intent,
      text,
      channelId: field(page.markup, "channelId"),
      seen: "1",
    });
    expect([intent, answer.status]).toEqual([intent, 400]);
    expect(answer.markup).toContain(text.trim());
  }
});

test("what is no conversation leads to the inbox", async () => {
  for (const id of ["x", "0", "999999999999999999"]) {
    const { status, location } = await ada.get(`/freightForwarder/conversation/${id}`);
    expect([id, status === 404 || location === "/404" || location === "/freightForwarder/index"]).toEqual([
      id,
      true,
    ]);
  }
});
