import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messageSend } from "#app/contract/message.ts";
import { updateUser } from "#app/contract/user.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { secondProvider } from "#tests/support/second-provider.ts";
import { conversation, heard } from "../messages/fixture.ts";
import { customer } from "../quotes/fixture.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

describe("a write that one statement can do", () => {
  /** Who writes, and the channel of a new conversation. */
  async function talk() {
    const who = await customer(provider);
    const { channelId } = await conversation(provider, who);
    const outgoing = (text: string, clientId = randomUUID()) => ({ channelId, text, clientId });
    const texts = async () => (await heard(provider, who, channelId)).rows.map(({ text }) => text);
    return { token: who.token, channelId, outgoing, texts };
  }

  test("is done by one, its answer kept with it", async () => {
    const { token, outgoing, texts } = await talk();
    const key = randomUUID();
    const message = outgoing("At once 你好");
    const first = await provider.call(messageSend, message, { token, key });
    expect(first).toMatchObject({ code: 200, data: { text: "At once 你好", sequence: 2 } });
    // `cmin` counts the statements of a transaction: the answer was not written by a later one than the message.
    const { rows } = await sql<{ xmin: string; cmin: string }>`
      select xmin, cmin from message where client_id = ${message.clientId}
      union all select xmin, cmin from idempotency_key where answer -> 'data' ->> 'clientId' = ${message.clientId}
    `.execute(provider.db);
    expect(rows).toEqual([{ xmin: rows[0]?.xmin, cmin: "0" }, rows[0]]);
    const again = await provider.call(messageSend, message, { token, key });
    expect([again.code, again.data]).toEqual([200, first.data]);
    expect(await texts()).toEqual(["Hello", "At once 你好"]);
  });

  test("is done once by two providers that get it at the same time", async () => {
    const { token, outgoing, texts } = await talk();
    const second = await secondProvider(provider);
    try {
      for (let round = 1; round <= 10; round++) {
        const key = randomUUID();
        const message = outgoing(`Round ${round}`);
        const answers = await Promise.all(
          Array.from({ length: 8 }, async (_, index) => {
            if (index % 2 === 0) return (await provider.call(messageSend, message, { token, key })).data;
            const answer = await second.inject({
              method: "POST",
              url: "/api/message/sendMessage",
              headers: { authorization: `Bearer ${token}`, "idempotency-key": key },
              payload: message,
            });
            return answer.json().data;
          }),
        );
        expect(answers[0]).toMatchObject({ text: `Round ${round}`, sequence: round + 1 });
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      }
      expect((await texts()).length).toBe(11);
    } finally {
      await second.close();
    }
  });

  test("is refused under a key of another request, and leaves a key free when it is refused", async () => {
    const { token, outgoing, texts } = await talk();
    const [taken, key] = [randomUUID(), randomUUID()];
    await provider.call(updateUser, { name: "Known" }, { token, key: taken });
    expect(await provider.call(messageSend, outgoing("Taken"), { token, key: taken })).toMatchObject({
      code: 409,
    });
    const elsewhere = { ...outgoing("Elsewhere"), channelId: (await talk()).channelId };
    expect(await provider.call(messageSend, elsewhere, { token, key })).toMatchObject({ code: 404 });
    expect(await provider.call(messageSend, outgoing(" "), { token, key })).toMatchObject({ code: 400 });
    expect(await provider.call(messageSend, outgoing("Sent"), { token, key })).toMatchObject({ code: 200 });
    expect(await provider.call(messageSend, outgoing("Other"), { token, key })).toMatchObject({ code: 409 });
    expect(await provider.call(updateUser, { name: "New" }, { token, key })).toMatchObject({ code: 409 });
    expect(await texts()).toEqual(["Hello", "Sent"]);
  });
});
