import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import { calendarMake } from "#app/contract/calendar.ts";
import { deliveryAsk } from "#app/contract/delivery.ts";
import { ownData, retention } from "#app/contract/person.ts";
import { shareMake } from "#app/contract/share.ts";
import { shipmentFollow } from "#app/contract/shipment.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import { hashToken } from "#app/provider/call/caller.ts";
import { takeUpdates } from "#app/provider/deliveries/state.ts";
import { PASSWORD } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
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

test("the file holds the links, the calendar, the follows and the wishes of its person, without any token", async () => {
  const dana = await customer(provider, []);
  const colleague = await somebody(provider, dana.companyId, { role: "operator" });
  const { id } = await makeShipment(provider.db, dana.companyId, { house_number: "FLMINE1" });
  await takeUpdates(
    provider.db,
    [{ deliveryNumber: "DL-MINE", houseNumber: "FLMINE1", statedAt: "2026-11-20T08:00:00Z" }],
    { sender: "", now: new Date(), files: provider.files },
  );
  const { id: delivery } = await provider.db.selectFrom("delivery").select("id").executeTakeFirstOrThrow();
  const secrets: string[] = [];
  for (const [who, note] of [
    [dana, "For Bob"],
    [colleague, "For Eve"],
  ] as const) {
    const { token } = who;
    const link = { houseNumbers: ["FLMINE1"], label: note, showsParties: false, showsDocuments: false };
    const wish = { id: delivery, day: "2099-01-05", timeFrom: "08:00", timeTo: "10:00", text: note };
    const { data: made } = await provider.call(shareMake, link, { token });
    const { data: calendar } = await provider.call(calendarMake, { scope: "ALL" }, { token });
    await provider.call(shipmentFollow, { id, isFollowed: "true" }, { token });
    expect((await provider.call(deliveryAsk, wish, { token })).code).toBe(200);
    secrets.push(...[made.url, calendar.url].map((url) => new URL(url).searchParams.get("token")!));
  }
  const text = String((await provider.call(ownData, {}, { token: dana.token })).data);
  const file = JSON.parse(text);
  expect(file.sharedLinks).toMatchObject([{ note: "For Bob", houseNumbers: ["FLMINE1"], seenCount: 0 }]);
  expect(file.calendars).toMatchObject([{ scope: "ALL", isOn: true, lastFetchedAt: null }]);
  expect(file.followedShipments).toMatchObject([{ houseNumber: "FLMINE1" }]);
  expect(file.appointmentsAsked).toMatchObject([
    { delivery: "DL-MINE", day: "2099-01-05", from: "08:00", to: "10:00", text: "For Bob" },
  ]);
  for (const secret of [...secrets, ...secrets.map((each) => hashToken(each).toString("hex")), "For Eve"])
    expect(text).not.toContain(secret);
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
