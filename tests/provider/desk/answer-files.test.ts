import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  deskAnswerFileRemove,
  deskAnswerRemove,
  deskAnswerSave,
  deskAnswers,
  deskReply,
} from "#app/contract/desk-talk.ts";
import { messageList } from "#app/contract/message.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation } from "../messages/fixture.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";
import { type Colleague, deskPeople } from "./fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let ada: Colleague;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  dana = await customer(provider);
  [ada] = (await deskPeople(provider, "Ada Desk")) as [Colleague];
});
afterAll(() => provider?.stop());

const answers = async () => (await provider.call(deskAnswers, {}, { token: ada.token })).data.answers;

async function written(name: string): Promise<{ id: string; version: number }> {
  const answer = { id: null, version: null, name, en: `${name} in English`, zh: "中文" };
  await provider.call(deskAnswerSave, answer, { token: ada.token });
  return (await answers()).find((each) => each.name === name)!;
}

async function upload(id: string, fileName: string, content: string, token = ada.token): Promise<number> {
  const form = new FormData();
  form.set("id", id);
  form.append("files", new Blob([content]), fileName);
  const response = await fetch(`${provider.apiUrl}/desk/answerUpload`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}`, "idempotency-key": randomUUID() },
  });
  return ((await response.json()) as { code: number }).code;
}

const fileOf = (path: string, id: string, token: string) =>
  fetch(`${provider.apiUrl}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ id }),
  });

test("files of a written answer go along with a message as copies, once, and stay when they are removed from the answer", async () => {
  const { id } = await written("Terms");
  expect(await upload(id, "terms.txt", "Terms of carriage")).toBe(200);
  const [file] = (await answers()).find((each) => each.id === id)!.files;
  expect(file).toMatchObject({ name: "terms.txt", size: 17 });
  const { channelId } = await conversation(provider, dana, { text: "Which terms?" });
  const reply = { channelId, text: "These", seen: 1, clientId: "reply-with-files", fileIds: [file!.id] };
  for (const key of ["first-press", "second-press"])
    expect((await provider.call(deskReply, reply, { token: ada.token, key })).code).toBe(200);
  await provider.call(deskAnswerFileRemove, { id, fileId: file!.id }, { token: ada.token });
  const { data } = await provider.call(messageList, { channelId, limit: 100 }, { token: dana.token });
  const sent = data.rows.filter(({ contentUrl }) => contentUrl.length > 0);
  expect(sent).toMatchObject([{ text: "These", contentUrl: [{ name: "terms.txt" }] }]);
  const copy = sent[0]!.contentUrl[0]!.contentUrl.replace(/.*\//, "");
  const response = await fetch(`${provider.apiUrl}/message/attachment/${copy}`, {
    headers: { authorization: `Bearer ${dana.token}` },
  });
  expect(await response.text()).toBe("Terms of carriage");
});

test("a file that was removed meanwhile holds the message back, and no customer reads or adds files of answers", async () => {
  const { id, version } = await written("Rates");
  await upload(id, "rates.txt", "Rates");
  const [file] = (await answers()).find((each) => each.id === id)!.files;
  expect(await (await fileOf("/desk/answerFile", file!.id, ada.token)).text()).toBe("Rates");
  expect(await (await fileOf("/desk/answerFile", file!.id, dana.token)).json()).toMatchObject({ code: 403 });
  expect(await upload(id, "mine.txt", "Mine", dana.token)).toBe(403);
  await provider.call(deskAnswerRemove, { id, version }, { token: ada.token });
  expect(await (await fileOf("/desk/answerFile", file!.id, ada.token)).json()).toMatchObject({ code: 404 });
  const { channelId } = await conversation(provider, dana, { text: "Rates?" });
  const reply = { channelId, text: "Here", seen: 1, clientId: "reply-without", fileIds: [file!.id] };
  const held = await provider.call(deskReply, reply, { token: ada.token });
  expect(held.code).toBe(400);
  expect(await upload(id, "late.txt", "Late")).toBe(404);
});
