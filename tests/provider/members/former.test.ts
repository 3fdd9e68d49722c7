import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskAct, deskInbox, deskLook } from "#app/contract/desk.ts";
import { deskAnswerSave, deskNoteAdd, deskTalk } from "#app/contract/desk-talk.ts";
import { deleteUser } from "#app/contract/member.ts";
import { quoteDraftSave } from "#app/contract/quote-desk.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { conversation } from "../messages/fixture.ts";
import { addQuote, customer, desk, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
});
afterAll(() => provider?.stop());

test("the name of a member of staff whose account is deleted is in no table of the desk, and screens say 'former member'", async () => {
  const { db } = provider;
  const dana = await customer(provider);
  const ada = await desk(provider);
  const boss = await somebody(provider, ada.companyId, { role: "admin" });
  const name = "Adelheid Unusual";
  await db.updateTable("app_user").set({ name }).where("id", "=", ada.id).execute();
  await db
    .insertInto("company_access")
    .values({ company_id: ada.companyId, res_code: "MEMBER_MANAGE" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const by = { token: ada.token };
  const quoteId = await addQuote(provider, dana);
  const talk = await conversation(provider, dana, { text: "Hello" });
  await provider.call(deskNoteAdd, { teamId: talk.id, text: "A note" }, by);
  await provider.call(deskAnswerSave, { id: null, version: null, name: "Hi", en: "Hi", zh: "您好" }, by);
  const { data } = await provider.call(deskInbox, {}, by);
  const items = data.rows.map(({ id, version }) => ({ id, version }));
  await provider.call(deskAct, { action: "take", items }, by);
  await provider.call(quoteDraftSave, { id: quoteId, version: 1, draftVersion: 0, options: [] }, by);

  const { user_name } = await db
    .selectFrom("app_user")
    .select("user_name")
    .where("id", "=", ada.id)
    .executeTakeFirstOrThrow();
  await provider.call(deleteUser, { id: ada.id, accountName: user_name }, { token: boss.token });
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name ~ '^(desk|rate|quote_draft|invoice_draft)'`.execute(
    db,
  );
  for (const table of tables) {
    const { rows } = await sql<{
      text: string;
    }>`select t::text as text from ${sql.table(table.name)} t`.execute(db);
    expect([table.name, rows.map(({ text }) => text).join("\n")]).toEqual([
      table.name,
      expect.not.stringContaining(name),
    ]);
  }
  const seen = await provider.call(deskTalk, { teamId: talk.id }, { token: boss.token });
  expect(seen.data.notes).toMatchObject([{ author: "Former member", text: "A note" }]);
  const looked = await provider.call(deskLook, { kind: "QUOTE", subjectId: quoteId }, { token: boss.token });
  expect(looked.data.log.map(({ action }) => action)).toContain("take");
});
