import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingChangeState, bookingDetail, bookingSaveDraft, bookingSubmit } from "#app/contract/booking.ts";
import { attachmentDownload, attachmentRemove } from "#app/contract/booking-attachment.ts";
import { purge } from "#app/provider/jobs/purge.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, type Somebody } from "../quotes/fixture.ts";
import { content } from "./fixture.ts";

let provider: TestProvider;
let me: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  me = await customer(provider);
});
afterAll(() => provider?.stop());

const pdf = (text: string) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from(text)]);

async function draft(who = me) {
  const given = { id: null, version: null, content: content() };
  return (await provider.call(bookingSaveDraft, given, { token: who.token })).data;
}

interface Sent {
  code: number;
  message: string;
  data: {
    attachments: { id: string; fileName: string; size: number }[];
    refused: { fileName: string; message: string }[];
  };
}

async function upload(
  id: string,
  files: [string, Buffer][],
  { who = me, key = randomUUID() } = {},
): Promise<Sent> {
  const form = new FormData();
  form.append("id", id);
  for (const [name, bytes] of files) form.append("file", new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${provider.apiUrl}/booking/attachmentUpload`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}`, "idempotency-key": key },
  });
  return (await answer.json()) as Sent;
}

const detailOf = async (id: string, who = me) =>
  (await provider.call(bookingDetail, { id }, { token: who.token })).data;

async function download(id: string, attachmentId: string, who = me) {
  const form = new URLSearchParams({ id, attachmentId });
  return fetch(`${provider.apiUrl}${attachmentDownload.path}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  });
}

describe("attachments", () => {
  test("come back as they were sent, as a download under their own name", async () => {
    const { id } = await draft();
    const bytes = pdf("packing list");
    const sent = await upload(id, [["装箱单 (1).pdf", bytes]]);
    expect(sent.data).toEqual({
      attachments: [expect.objectContaining({ fileName: "装箱单 (1).pdf", size: bytes.length })],
      refused: [],
    });
    const answer = await download(id, sent.data.attachments[0]!.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=.*filename\*=UTF-8''/);
    expect((await detailOf(id)).log.at(-1)?.action ?? "").toMatch(/booking\.(attached|drafted)/);
  });

  test("are judged one by one: what is not accepted is named, the others stay", async () => {
    const { id } = await draft();
    const exe = Buffer.concat([Buffer.from("MZ\x90\x00", "latin1"), randomBytes(300)]);
    const sent = await upload(id, [
      ["good.pdf", pdf("a")],
      ["photo.png", exe],
      ["empty.txt", Buffer.alloc(0)],
      ["../../notes.txt", Buffer.from("plain words")],
      ["big.pdf", Buffer.concat([pdf("b"), Buffer.alloc(25 * 1024 * 1024)])],
    ]);
    expect(sent.data.attachments.map((file) => file.fileName)).toEqual(["good.pdf", "notes.txt"]);
    expect(sent.data.refused.map((file) => file.fileName)).toEqual(["photo.png", "empty.txt", "big.pdf"]);
    expect(sent.data.refused.at(-1)?.message).toBe("The file should not exceed 25 MB");
  });

  test("keep their full names up to the limit of file systems; a longer one is refused with a message that contains it", async () => {
    const { id } = await draft();
    const longest = ["x".repeat(251), `${"装".repeat(83)}ab`].map((name) => `${name}.pdf`);
    const longer = `${"y".repeat(252)}.pdf`;
    const sent = await upload(
      id,
      [...longest, longer].map((name) => [name, pdf(name)]),
    );
    expect(sent.data.attachments.map((file) => file.fileName)).toEqual(longest);
    expect(sent.data.refused).toEqual([
      {
        fileName: longer,
        message:
          "The name of the file should not exceed 255 bytes (some 85 Chinese characters). Send it under a shorter one",
      },
    ]);
    const answer = await download(id, sent.data.attachments[1]!.id);
    expect(answer.headers.get("content-disposition")).toContain(encodeURIComponent(longest[1]!));
  });

  test("are one file however often one form sends them, also at once", async () => {
    const { id } = await draft();
    const key = randomUUID();
    const files: [string, Buffer][] = [
      ["a.pdf", pdf("a")],
      ["b.pdf", pdf("b")],
    ];
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(id, files, { key })));
    const ids = new Set(answers.map(({ data }) => JSON.stringify(data.attachments.map((file) => file.id))));
    expect(ids.size).toBe(1);
    expect((await detailOf(id)).attachments.map((file) => file.fileName)).toEqual(["a.pdf", "b.pdf"]);
  });

  test("are twenty at most", async () => {
    const { id } = await draft();
    for (let round = 0; round < 2; round += 1) {
      const files = Array.from({ length: 11 }, (_, n): [string, Buffer] => [
        `${round}-${n}.pdf`,
        pdf(String(n)),
      ]);
      const { data } = await upload(id, files);
      if (round === 1) expect(data.refused.map((file) => file.fileName)).toEqual(["1-9.pdf", "1-10.pdf"]);
    }
    expect((await detailOf(id)).attachments).toHaveLength(20);
  });

  test("can be removed while a draft, and not any more afterwards", async () => {
    const { id } = await draft();
    const sent = await upload(id, [
      ["a.pdf", pdf("a")],
      ["b.pdf", pdf("b")],
    ]);
    const [first, second] = sent.data.attachments;
    const remove = (attachmentId: string) =>
      provider.call(attachmentRemove, { id, attachmentId }, { token: me.token });
    expect((await remove(first!.id)).code).toBe(200);
    expect((await remove(first!.id)).code).toBe(404);
    expect((await (await download(id, first!.id)).json()) as object).toMatchObject({ code: 404 });
    const { version } = await detailOf(id);
    expect((await provider.call(bookingSubmit, { id, version }, { token: me.token })).code).toBe(200);
    expect((await remove(second!.id)).code).toBe(409);
    expect((await upload(id, [["late.pdf", pdf("c")]])).data.attachments).toHaveLength(1);
  });

  test("of a cancelled booking are not taken any more", async () => {
    const { id, version } = await draft();
    await provider.call(bookingChangeState, { id, version, action: "cancel" }, { token: me.token });
    expect((await upload(id, [["a.pdf", pdf("a")]])).code).toBe(409);
  });

  test("of another company are not there", async () => {
    const { id } = await draft();
    const sent = await upload(id, [["a.pdf", pdf("a")]]);
    const rival = await customer(provider);
    expect((await upload(id, [["b.pdf", pdf("b")]], { who: rival })).code).toBe(404);
    expect((await (await download(id, sent.data.attachments[0]!.id, rival)).json()) as object).toMatchObject({
      code: 404,
    });
  });

  test("that were removed leave the store with the purge, and nothing refused stays in it", async () => {
    const { id } = await draft();
    const sent = await upload(id, [["a.pdf", pdf("a")]]);
    const { storage_key } = await provider.db
      .selectFrom("stored_file")
      .select("storage_key")
      .where("id", "=", sent.data.attachments[0]!.id)
      .executeTakeFirstOrThrow();
    await provider.call(
      attachmentRemove,
      { id, attachmentId: sent.data.attachments[0]!.id },
      { token: me.token },
    );
    await purge(provider.db, provider.files, new Date(Date.now() + 2 * 24 * 3_600_000));
    await expect(provider.files.get(storage_key)).rejects.toThrow();
    const { count } = await provider.db
      .selectFrom("stored_file")
      .select((eb) => eb.fn.countAll<string>().as("count"))
      .where("storage_key", "not like", "gone-%")
      .executeTakeFirstOrThrow();
    const stored = await readdir(provider.filesFolder, { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.isFile())).toHaveLength(Number(count));
  });
});

describe("a draft that a form names", () => {
  const save = (draftKey: string, given: object, who = me, key = randomUUID()) =>
    provider.call(
      bookingSaveDraft,
      { id: null, version: null, draftKey, content: content(given) },
      { token: who.token, key },
    );

  test("is one draft, though the first answer was lost and the next save holds more", async () => {
    const draftKey = randomUUID();
    const first = await save(draftKey, { origin: "Ningbo" });
    const second = await save(draftKey, { origin: "Ningbo port" });
    expect(second.data.id).toBe(first.data.id);
    expect((await detailOf(first.data.id)).content.origin).toBe("Ningbo port");
  });

  test("is one draft for twenty saves at once", async () => {
    const draftKey = randomUUID();
    const saves = Array.from({ length: 20 }, (_, n) => save(draftKey, { goodsDescription: `version ${n}` }));
    const ids = new Set((await Promise.all(saves)).map(({ data }) => data.id));
    expect(ids.size).toBe(1);
  });

  test("means nothing to another company", async () => {
    const draftKey = randomUUID();
    const mine = await save(draftKey, {});
    const theirs = await save(draftKey, {}, await customer(provider));
    expect(theirs.data.id).not.toBe(mine.data.id);
  });
});
