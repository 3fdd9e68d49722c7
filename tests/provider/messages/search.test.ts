import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageSearch } from "#app/contract/message.ts";
import { arrayOf, gramsOf } from "#app/provider/db/gram.ts";
import { searchText } from "#app/provider/db/search-text.ts";
import { indexMessages } from "#app/provider/messages/gram.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";
import { conversation, say } from "./fixture.ts";

let provider: TestProvider;
let own: Somebody;
let channelId: string;
beforeAll(async () => {
  provider = await startProvider();
  own = await customer(provider);
  ({ channelId } = await conversation(provider, own));
});
afterAll(() => provider.stop());

const find = async (keyword: string, given: { limit?: number; offset?: number } = {}, who = own) =>
  (await provider.call(messageSearch, { keyword, ...given }, { token: who.token })).data;

test("the pieces of a text hold the pieces of every part of it", () => {
  const unit = fc.constantFrom(..."aB 1-.集装箱é😀\n");
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), fc.nat(40), fc.nat(12), (units, from, length) => {
      const text = searchText(units.join(""));
      const pieces = new Set(gramsOf(text));
      for (const piece of gramsOf(text.slice(from, from + length))) expect(pieces).toContain(piece);
    }),
  );
  for (const piece of gramsOf("abc é集装箱😀"))
    expect(Number.isInteger(piece) && piece > 0 && piece < 2 ** 31).toBe(true);
});

test.each(["quoin", "oin", "on", "q", "集装箱", "装箱", "箱", "%", "_", "\\", "é", "s 7", "😀", "QUOIN 集"])(
  "%j is found wherever it stands, and nowhere else",
  async (keyword) => {
    const texts = ["A QUOIN 集装箱 7", "quoins 70 é", "100 % on_time \\o/ 😀", "nothing of it"];
    for (const text of texts) await say(provider, own, channelId, text);
    const wanted = searchText(keyword);
    const { rows, total } = await find(keyword, { limit: 100 });
    const { rows: all } = await sql<{ id: string; search_text: string }>`
      select id, search_text from message order by created_at desc, id desc`.execute(provider.db);
    const holding = all.filter(({ search_text }) => search_text.includes(wanted)).map(({ id }) => id);
    expect(holding.length).toBeGreaterThan(0);
    expect([rows.map(({ id }) => id), total]).toEqual([holding.slice(0, 100), holding.length]);
  },
);

test("what many messages hold comes newest first, page by page, and is counted up to a thousand", async () => {
  const busy = await customer(provider);
  const talk = await conversation(provider, busy);
  const { rows: said } = await sql<{ id: string; company_id: string; search_text: string }>`
    insert into message (channel_id, company_id, sequence, sender_name, is_forwarder, body, search_text, client_id, created_at)
    select ${talk.channelId}, ${busy.companyId}, 1 + n, '', true, 'tern ' || n, 'tern ' || n, 'm-' || n,
      now() - make_interval(secs => 3000 - n)
    from generate_series(1, 1200) n returning id, company_id, search_text`.execute(provider.db);
  await indexMessages(provider.db, said);
  const first = await find("tern", { limit: 2 }, busy);
  expect([first.total, first.rows.map(({ text }) => text)]).toEqual([1_000, ["tern 1200", "tern 1199"]]);
  const last = await find("ern ", { limit: 2, offset: 998 }, busy);
  expect([last.total, last.rows.map(({ text }) => text)]).toEqual([1_000, ["tern 202", "tern 201"]]);
  const few = await find("tern 119", { limit: 3, offset: 1 }, busy);
  expect([few.total, few.rows.map(({ text }) => text)]).toEqual([
    11,
    ["tern 1198", "tern 1197", "tern 1196"],
  ]);
  expect((await find("tern", { limit: 2, offset: 2_000 }, busy)).rows).toEqual([]);
  expect((await find("tern")).total).toBe(0);
  expect((await find("tern", {}, await desk(provider))).total).toBe(1_000);

  // Which way is cheaper for so few depends on statistics; that the index answers it does not.
  const plan = await provider.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql<{ "QUERY PLAN": string }>`
      explain select from message_search where grams @> ${arrayOf(gramsOf("zebra"))}::integer[]`.execute(trx);
  });
  expect(plan.rows.map((line) => line["QUERY PLAN"]).join("\n")).toContain("message_search_grams");
});
