import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { ownData, retention } from "#app/contract/person.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { draft } from "../bookings/fixture.ts";
import { conversation, say } from "../messages/fixture.ts";
import { customer, somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider?.stop());

test("the file holds what its person wrote and made, and nothing of a colleague", async () => {
  const dana = await customer(provider, []);
  const colleague = await somebody(provider, dana.companyId, { name: "Colin Colleague" });
  const booking = await draft(provider, dana);
  const foreign = await draft(provider, colleague);
  const talk = await conversation(provider, dana, { subject: "Rates", text: "Dana's own words" });
  await say(provider, colleague, talk.channelId, "Colin's own words");
  const answer = await provider.call(ownData, {}, { token: dana.token });
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename=.*\.json/);
  const file = JSON.parse(String(answer.data));
  expect(file.account).toMatchObject({ email: dana.email, status: "ACTIVE", picture: null });
  expect(file.messages).toMatchObject([{ text: "Dana's own words" }]);
  expect(file.bookings).toMatchObject([{ number: booking.bookingNumber }]);
  expect(file.sessions).toHaveLength(1);
  const text = String(answer.data);
  for (const other of ["Colin", foreign.bookingNumber, colleague.email]) expect(text).not.toContain(other);
});

test("neither the password nor a token is in the file, in any form, and the download is logged", async () => {
  const dana = await customer(provider, []);
  const person = provider.db.selectFrom("app_user").selectAll().where("id", "=", dana.id);
  const { user_name: userName, password_hash: hash } = await person.executeTakeFirstOrThrow();
  const { data } = await provider.call(signIn, { userName, password: PASSWORD });
  const text = String((await provider.call(ownData, {}, { token: data.token })).data);
  const tokens = await provider.db
    .selectFrom("auth_token")
    .select("token_hash")
    .where("user_id", "=", dana.id)
    .execute();
  const secrets = tokens.flatMap(({ token_hash: each }) => [each.toString("hex"), each.toString("base64")]);
  for (const secret of [hash!, data.token, ...secrets]) expect(text).not.toContain(secret);
  const again = JSON.parse(String((await provider.call(ownData, {}, { token: data.token })).data));
  expect(again.securityLog.map(({ kind }: { kind: string }) => kind)).toContain("data.exported");
});

test("the table of what is kept is the one that the purge follows", async () => {
  const { token } = await customer(provider, []);
  const { kinds } = (await provider.call(retention, {}, { token })).data;
  expect(Object.fromEntries(kinds.map(({ kind, hours }) => [kind, hours * 3_600_000]))).toEqual(KEPT_MS);
});
