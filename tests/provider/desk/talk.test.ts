import { afterAll, beforeAll, expect, test } from "vitest";
import {
  deskAnswerRemove,
  deskAnswerSave,
  deskAnswers,
  deskNoteAdd,
  deskReply,
  deskTalk,
} from "#app/contract/desk-talk.ts";
import { messageList, messageSearch } from "#app/contract/message.ts";
import { chatList, sessionDetail } from "#app/contract/message-session.ts";
import { ownData } from "#app/contract/person.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation, say } from "../messages/fixture.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";
import { type Colleague, deskPeople } from "./fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let ada: Colleague;
let ben: Colleague;
beforeAll(async () => {
  provider = await startProvider();
  dana = await customer(provider);
  [ada, ben] = (await deskPeople(provider, "Ada Desk", "Ben Desk")) as [Colleague, Colleague];
});
afterAll(() => provider?.stop());

let count = 0;
const clientId = () => `reply-${++count}-xxxxx`;
const answer = (who: { token: string }, channelId: string, text: string, seen: number) =>
  provider.call(deskReply, { channelId, text, seen, clientId: clientId() }, { token: who.token });

test("a note is read by colleagues and is in no answer that a customer gets", async () => {
  const MARKER = "PLANTED-NOTE-7731";
  const { id, channelId } = await conversation(provider, dana, { text: "Where is it?" });
  await provider.call(deskNoteAdd, { teamId: id, text: MARKER }, { token: ada.token });
  await answer(ada, channelId, "In Busan", 1);
  const { data } = await provider.call(deskTalk, { teamId: id }, { token: ben.token });
  expect(data.notes).toEqual([expect.objectContaining({ text: MARKER, author: "Ada Desk", isOwn: false })]);
  const asked = [
    await provider.call(messageList, { channelId, limit: 100 }, { token: dana.token }),
    await provider.call(messageSearch, { keyword: "PLANTED" }, { token: dana.token }),
    await provider.call(chatList, { keyword: "PLANTED" }, { token: dana.token }),
    await provider.call(chatList, {}, { token: dana.token }),
    await provider.call(sessionDetail, { id }, { token: dana.token }),
    await provider.call(deskTalk, { teamId: id }, { token: dana.token }),
    await fetch(`${provider.apiUrl}${ownData.path}`, {
      headers: { authorization: `Bearer ${dana.token}` },
    }).then((response) => response.text()),
  ];
  expect(JSON.stringify(asked)).toContain("In Busan");
  expect(JSON.stringify(asked)).not.toContain("NOTE-7731");
  const mails = await provider.db.selectFrom("mail_outbox").selectAll().execute();
  const told = await provider.db.selectFrom("realtime_outbox").selectAll().execute();
  expect(JSON.stringify([mails, told])).not.toContain("NOTE-7731");
});

test("an answer that was written before a newer message was read is held back once", async () => {
  const { channelId } = await conversation(provider, dana, { text: "First" });
  await say(provider, dana, channelId, "Second");
  const held = await answer(ada, channelId, "To the first", 1);
  expect([held.code, held.data]).toEqual([409, { sequence: 2 }]);
  expect(held.message).toContain("has written meanwhile");
  expect((await answer(ada, channelId, "To both", 2)).code).toBe(200);
  // A colleague's answer counts as newer as well.
  expect((await answer(ben, channelId, "To both, too", 2)).message).toContain("Ada Desk");
});

test("the same answer sent again is sent once", async () => {
  const { channelId } = await conversation(provider, dana);
  const own = { channelId, text: "Once", seen: 1, clientId: clientId() };
  for (let times = 0; times < 3; times++)
    expect((await provider.call(deskReply, own, { token: ada.token })).code).toBe(200);
  const { data } = await provider.call(messageList, { channelId, limit: 100 }, { token: dana.token });
  expect(data.rows.filter(({ text }) => text === "Once")).toHaveLength(1);
});

test("a blank of a written answer is not sent", async () => {
  const { channelId } = await conversation(provider, dana);
  const { code, data } = await answer(ada, channelId, "Dear {name}, all is well", 1);
  expect([code, data]).toEqual([
    400,
    { fields: [{ path: "text", message: "Fill in {name} before you send it" }] },
  ]);
});

test("written answers are kept in both languages, and two who change one are told", async () => {
  const content = { name: "Customs", en: "It is with customs.", zh: "正在清关。" };
  const save = (who: Colleague, given: object) =>
    provider.call(deskAnswerSave, { id: null, version: null, ...content, ...given }, { token: who.token });
  expect((await save(ada, {})).code).toBe(200);
  expect((await save(ben, { name: "CUSTOMS" })).data).toEqual({
    fields: [{ path: "name", message: "Another answer has this name" }],
  });
  const list = async () => (await provider.call(deskAnswers, {}, { token: ben.token })).data.answers;
  const [{ id, version } = { id: "", version: 0 }] = await list();
  expect((await save(ada, { id, version, en: "Cleared." })).code).toBe(200);
  const late = await save(ben, { id, version, en: "Held." });
  expect([late.code, late.message]).toEqual([409, expect.stringContaining("Ada Desk changed this answer")]);
  expect((await list())[0]?.en).toBe("Cleared.");
  const remove = (given: number) =>
    provider.call(deskAnswerRemove, { id, version: given }, { token: ben.token });
  expect((await remove(version)).code).toBe(409);
  expect((await remove(version + 1)).code).toBe(200);
  expect((await remove(version + 1)).message).toContain("removed meanwhile");
});
