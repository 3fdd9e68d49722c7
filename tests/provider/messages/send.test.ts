import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  MESSAGE_MAX_LENGTH,
  messageAnswer,
  messageRead,
  messageSend,
  unreadCount,
} from "#app/contract/message.ts";
import { sessionDetail } from "#app/contract/message-session.ts";
import { draws } from "#tests/support/is-all.ts";
import { makeCompany } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody, somebody } from "../quotes/fixture.ts";
import { conversation, heard, say } from "./fixture.ts";

let provider: TestProvider;
let own: Somebody;
let staff: Somebody;
beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  staff = await desk(provider);
});
afterAll(() => provider.stop());

const unreadOf = async (who: Somebody) => (await provider.call(unreadCount, {}, { token: who.token })).data;

describe("sending", () => {
  it("numbers what fifty people say at once from 1 on without a gap, each message once", async () => {
    const people = await Promise.all(
      Array.from({ length: 5 }, (_, index) => somebody(provider, own.companyId, { name: `Person ${index}` })),
    );
    const { channelId } = await conversation(provider, own);
    const answers = await Promise.all(
      people.flatMap((who) =>
        Array.from({ length: 10 }, (_, index) => say(provider, who, channelId, `Message ${index}`)),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
    const { rows, total } = await heard(provider, own, channelId);
    expect(total).toBe(51);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(51);
    const told = new Map(answers.map(({ data }) => [data.clientId, data.sequence]));
    for (const row of rows.slice(1)) expect(told.get(row.clientId)).toBe(row.sequence);
  });

  it("makes one message of two hundred equal sends, with one key, other keys and none", {
    tags: "slow",
  }, async () => {
    const { channelId } = await conversation(provider, own);
    const outgoing = { channelId, text: "Once", clientId: randomUUID() };
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        provider.call(messageSend, outgoing, {
          token: own.token,
          ...(index % 3 === 0 ? { key } : index % 3 === 1 ? { key: randomUUID() } : {}),
        }),
      ),
    );
    expect(new Set(answers.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1);
    expect((await heard(provider, own, channelId)).rows.map(({ text }) => text)).toEqual(["Hello", "Once"]);
  });

  it("refuses another text under a name that was used", async () => {
    const { channelId } = await conversation(provider, own);
    const clientId = randomUUID();
    await say(provider, own, channelId, "First", { clientId });
    expect(await say(provider, own, channelId, "Second", { clientId })).toMatchObject({ code: 409 });
    expect((await heard(provider, own, channelId)).total).toBe(2);
  });

  it("refuses what says nothing, in the person's language and at the field", async () => {
    const { channelId } = await conversation(provider, own);
    for (const text of ["", "   \n\t ", "\u200b\ufeff"]) {
      const answer = await say(provider, own, channelId, text);
      expect(answer).toMatchObject({ code: 400, message: "Can't send empty information" });
      expect(answer.data).toEqual({ fields: [{ path: "text", message: "Can't send empty information" }] });
    }
    const outgoing = { channelId, text: "", clientId: randomUUID() };
    const zh = await provider.call(messageSend, outgoing, { token: own.token, language: "zh" });
    expect(zh.message).toBe("不能发送空信息");
    const long = await say(provider, own, channelId, "x".repeat(MESSAGE_MAX_LENGTH + 1));
    expect(long).toMatchObject({ code: 400 });
    expect(JSON.stringify(long.data)).toContain("Should not exceed 4000 characters");
    expect((await heard(provider, own, channelId)).total).toBe(1);
  });

  it("keeps text as it is: markup, emoji, line breaks", async () => {
    const { channelId } = await conversation(provider, own);
    const text = "<b>Bold</b> & /::(smile)/ 你好 👩‍👩‍👧\n\n  <script>alert(1)</script>";
    await say(provider, own, channelId, text);
    expect((await heard(provider, own, channelId)).rows.at(-1)?.text).toBe(text);
  });

  it("lets the forwarder answer in any company's channel, and nobody else", async () => {
    const { channelId } = await conversation(provider, own);
    const outgoing = { channelId, text: "We look into it", clientId: randomUUID() };
    const refused = await provider.call(messageAnswer, outgoing, { token: own.token });
    expect(refused.code).toBe(403);
    const sent = await provider.call(messageAnswer, outgoing, { token: staff.token });
    expect(sent).toMatchObject({
      code: 200,
      data: { msName: "Desk Person", isForwarder: true, isOwn: true },
    });
    expect((await heard(provider, own, channelId)).rows.at(-1)).toMatchObject({
      text: "We look into it",
      isForwarder: true,
      isOwn: false,
    });
  });
});

describe("reading", () => {
  it("counts messages of others after the last read one, never one's own", async () => {
    const company = await makeCompany(provider.db);
    const [ann, bob] = [await somebody(provider, company), await somebody(provider, company)];
    const { channelId } = await conversation(provider, ann);
    expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([0, 1]);
    await say(provider, bob, channelId, "One");
    await say(provider, bob, channelId, "Two");
    // A person's own message does not hide their unread ones.
    expect([await unreadOf(ann), await unreadOf(bob)]).toEqual([2, 1]);
    await provider.call(messageRead, { channelId, sequence: 2 }, { token: ann.token });
    expect(await unreadOf(ann)).toBe(1);
    await provider.call(messageRead, { channelId }, { token: ann.token });
    expect(await unreadOf(ann)).toBe(0);
    await provider.call(messageRead, { channelId, sequence: 1 }, { token: ann.token });
    expect(await unreadOf(ann)).toBe(0);
    expect((await heard(provider, bob, channelId)).unReadNum).toBe(1);
  });

  it("takes what was said before a member came as read", async () => {
    const company = await makeCompany(provider.db);
    const admin = await somebody(provider, company);
    const { channelId } = await conversation(provider, admin);
    const { addUser } = await import("#app/contract/member.ts");
    const { roleId } = await import("#tests/support/people.ts");
    const { makeSession } = await import("#tests/support/people.ts");
    const added = await provider.call(
      addUser,
      {
        userName: `n${randomUUID().slice(0, 8)}`,
        name: "New",
        email: "new@example.com",
        roleId: await roleId(provider.db, "admin"),
        departmentId: null,
      },
      { token: admin.token },
    );
    const { userId } = added.data;
    await provider.db.updateTable("app_user").set({ status: "ACTIVE" }).where("id", "=", userId).execute();
    const late = { ...admin, id: userId, token: await makeSession(provider.db, userId) };
    expect(await unreadOf(late)).toBe(0);
    await say(provider, admin, channelId, "Welcome");
    expect(await unreadOf(late)).toBe(1);
  });

  it("gives pages by offset, before and after, whichever way one asks", async () => {
    const { channelId } = await conversation(provider, own);
    for (let index = 2; index <= 12; index++) await say(provider, own, channelId, `Message ${index}`);
    const sequences = async (given: Parameters<typeof heard>[3]) =>
      (await heard(provider, own, channelId, given)).rows.map(({ sequence }) => sequence);
    expect(await sequences({ limit: 3 })).toEqual([10, 11, 12]);
    expect(await sequences({ limit: 3, offset: 3 })).toEqual([7, 8, 9]);
    expect(await sequences({ limit: 3, offset: 10 })).toEqual([1, 2]);
    expect(await sequences({ limit: 3, offset: 12 })).toEqual([]);
    expect(await sequences({ limit: 3, before: 5 })).toEqual([2, 3, 4]);
    expect(await sequences({ limit: 3, before: 1 })).toEqual([]);
    expect(await sequences({ limit: 3, after: 8 })).toEqual([9, 10, 11]);
    expect(await sequences({ limit: 3, after: 12 })).toEqual([]);

    // As in product 7.4: in the URL, whatever the body contains.
    for (const body of [{ channelId }, { channelId, limit: 50, offset: 9 }]) {
      const answer = await fetch(`${provider.apiUrl}/message/list?limit=3&offset=3`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${own.token}` },
        body: JSON.stringify(body),
      });
      const { data } = (await answer.json()) as { data: { rows: { sequence: number }[] } };
      expect(data.rows.map(({ sequence }) => sequence)).toEqual([7, 8, 9]);
    }
    const senseless = await fetch(`${provider.apiUrl}/message/list?limit=many`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${own.token}` },
      body: JSON.stringify({ channelId }),
    });
    expect(((await senseless.json()) as { code: number }).code).toBe(400);

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), async (limit) => {
        const forward: number[] = [];
        for (let page = await sequences({ limit, after: 0 }); page.length > 0; ) {
          forward.push(...page);
          page = await sequences({ limit, after: page.at(-1) });
        }
        const back: number[] = [];
        for (let page = await sequences({ limit }); page.length > 0; ) {
          back.unshift(...page);
          page = await sequences({ limit, before: page[0] });
        }
        expect(forward).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
        expect(back).toEqual(forward);
      }),
      { numRuns: draws(7) },
    );
  });

  it("opens the tab in which the last was said", async () => {
    const { id } = await conversation(provider, own, { type: 4, subject: "A bill" });
    const { data } = await provider.call(sessionDetail, { id }, { token: own.token });
    expect(data.billing).toMatchObject({ checked: 1, msgList: { total: 1 }, unReadNum: 0 });
    expect([data.shipment, data.booking, data.quote]).toEqual([null, null, null]);
    expect([data.containBooking, data.isShow]).toEqual([false, false]);
    expect(data.team.subject).toBe("A bill");
  });
});
