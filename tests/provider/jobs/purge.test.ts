import { afterAll, beforeAll, expect, test } from "vitest";
import { purge } from "#app/provider/jobs/purge.ts";
import { queueMail } from "#app/provider/mail/outbox.ts";
import { makeCompany, makePerson, makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";

const DAY_MS = 24 * 3_600_000;

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

test("an invitation that nobody took up is ended after 90 days, unless a link of it still works", async () => {
  const { db } = provider;
  const company = await makeCompany(db);
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const invite = (name: string, days: number, given: object = {}) =>
    makePerson(db, company, {
      name,
      status: "AWAITING_CONFIRMATION",
      password_hash: null,
      created_at: before(days),
      ...given,
    });
  const old = await invite("Old", 91);
  const again = await invite("Again", 91);
  await invite("Recent", 89);
  await invite("Disabled", 91, { status: "DISABLED" });
  for (const [user_id, days] of [
    [old.id, 5],
    [again.id, -1],
  ] as const)
    await db
      .insertInto("password_reset")
      .values({
        token_hash: Buffer.from(`link of ${user_id}`),
        user_id,
        email: "x@example.com",
        expires_at: before(days),
      })
      .execute();
  await purge(db, provider.files, now);
  const left = await db.selectFrom("app_user").select("name").where("company_id", "=", company).execute();
  expect(left.map(({ name }) => name).toSorted()).toEqual(["Again", "Disabled", "Recent"]);
  const told = await db
    .selectFrom("security_event")
    .select(["kind", "user_id"])
    .where("company_id", "=", company)
    .execute();
  expect(told).toEqual([{ kind: "member.expired", user_id: old.id }]);
});

test("expired rows are purged, and rows that people still see are kept", async () => {
  const { db } = provider;
  const person = await makePerson(db, await makeCompany(db));
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await makeSession(db, person.id, before(6));
  await makeSession(db, person.id, before(8));
  await makeSession(db, person.id, new Date(now.getTime() + DAY_MS));
  for (const [name, days] of [
    ["recent", 0.5],
    ["old", 2],
  ] as const)
    await db
      .insertInto("sign_in_failure")
      .values({ user_name_key: name, failures: 1, last_failed_at: before(days) })
      .execute();
  for (const days of [1, 31])
    await queueMail(db, { recipient: "a@b.c", subject: "s", body: "b" }, before(days));
  for (const [name, minutes] of [
    ["waiting", 1],
    ["unused", -1],
  ] as const)
    await db
      .insertInto("realtime_ticket")
      .values({
        ticket_hash: Buffer.from(name),
        auth_token_hash: Buffer.from("a"),
        user_id: person.id,
        expires_at: new Date(now.getTime() + minutes * 60_000),
      })
      .execute();
  const event = JSON.stringify({ kind: "person-out", userId: person.id });
  for (const hours of [0.5, 2])
    await db
      .insertInto("realtime_outbox")
      .values({ event, created_at: before(hours / 24) })
      .execute();
  for (const days of [29, 31])
    await db
      .insertInto("content_save")
      .values({
        subject: "quote",
        subject_id: "1",
        since: days,
        version: days,
        editor: null,
        content: "{}",
        kept_at: before(days),
      })
      .execute();
  for (const days of [399, 401])
    await db
      .insertInto("desk_item")
      .values({ kind: "EVENT", subject_id: String(days), opened_at: before(days), done_at: before(days) })
      .execute();
  for (const [file_name, days, done] of [
    ["waits.csv", 0.5, null],
    ["left.csv", 2, null],
    ["imported.csv", 2, "{}"],
  ] as const)
    await db
      .insertInto("rate_import")
      .values({
        user_id: null,
        user_name: "",
        upload_key: null,
        file_name,
        done,
        created_at: before(days),
        rows: "[]",
        unknown_columns: "[]",
      })
      .execute();
  await purge(db, provider.files, now);
  expect(await db.selectFrom("desk_item").select("subject_id").execute()).toEqual([{ subject_id: "399" }]);
  const files = await db.selectFrom("rate_import").select("file_name").orderBy("id").execute();
  expect(files.map(({ file_name }) => file_name)).toEqual(["waits.csv", "imported.csv"]);
  expect(await db.selectFrom("content_save").select("version").execute()).toEqual([{ version: 29 }]);
  const tickets = await db.selectFrom("realtime_ticket").select("ticket_hash").execute();
  expect(tickets.map(({ ticket_hash }) => String(ticket_hash))).toEqual(["waiting"]);
  const told = await db.selectFrom("realtime_outbox").select("event").execute();
  expect(told.filter((row) => row.event.kind === "person-out")).toHaveLength(1);
  const tokens = await db.selectFrom("auth_token").select("expires_at").execute();
  expect(tokens).toHaveLength(2);
  expect(await db.selectFrom("sign_in_failure").select("user_name_key").execute()).toEqual([
    { user_name_key: "recent" },
  ]);
  expect(await db.selectFrom("mail_outbox").select("id").execute()).toHaveLength(1);
});

test("steps of sign-ins that ended and set-ups that nobody finished are purged, second factors in use are not", async () => {
  const { db } = provider;
  const company = await makeCompany(db);
  const now = new Date();
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
  const factors = [
    { created_at: at(-1), confirmed_at: null },
    { created_at: at(-25), confirmed_at: null },
    { created_at: at(-2_500), confirmed_at: at(-2_500) },
  ];
  const people: { id: string }[] = [];
  for (const factor of factors) {
    const person = await makePerson(db, company);
    people.push(person);
    await db
      .insertInto("second_factor")
      .values({ user_id: person.id, secret: Buffer.from("sealed"), ...factor })
      .execute();
  }
  for (const [name, hours] of [
    ["waiting", 0.1],
    ["over", -0.1],
  ] as const) {
    const row = { token_hash: Buffer.from(name), user_id: people[0]!.id, expires_at: at(hours) };
    await db
      .insertInto("sign_in_challenge")
      .values({ ...row, created_at: now, used_at: null })
      .execute();
    await db
      .insertInto("passkey_challenge")
      .values({ ...row, purpose: "prove", challenge: "c" })
      .execute();
  }
  await purge(db, provider.files, now);
  const kept = await db.selectFrom("second_factor").select("user_id").orderBy("user_id").execute();
  expect(kept.map(({ user_id }) => user_id)).toEqual([people[0]!.id, people[2]!.id]);
  for (const table of ["sign_in_challenge", "passkey_challenge"] as const) {
    const rows = await db.selectFrom(table).select("token_hash").execute();
    expect(rows.map(({ token_hash }) => String(token_hash))).toEqual(["waiting"]);
  }
});

test("shared links are kept for 180 days after their end, and then go with what they showed", async () => {
  const { db } = provider;
  const company = await makeCompany(db);
  const person = await makePerson(db, company);
  const { id: shipment_id } = await makeShipment(db, company, { house_number: "FLKEPT1" });
  const now = new Date();
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  for (const [label, expires, revoked] of [
    ["works", 10, null],
    ["works still, and is old", 10, null],
    ["ended lately", -179, null],
    ["revoked lately", 10, -179],
    ["ended", -181, null],
    ["revoked", 10, -181],
    ["ended, and revoked afterwards", -181, -1],
  ] as const) {
    const { id } = await db
      .insertInto("share_link")
      .values({
        company_id: company,
        owner_id: person.id,
        label,
        token_hash: Buffer.from(label),
        seen_count: 7,
        shows_parties: false,
        shows_documents: false,
        created_at: at(-400),
        expires_at: at(expires),
        revoked_at: revoked === null ? null : at(revoked),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("share_link_shipment").values({ link_id: id, shipment_id, line: 0 }).execute();
  }
  await purge(db, provider.files, now);
  const left = await db.selectFrom("share_link").select("label").orderBy("id").execute();
  expect(left.map(({ label }) => label)).toEqual([
    "works",
    "works still, and is old",
    "ended lately",
    "revoked lately",
  ]);
  expect(await db.selectFrom("share_link_shipment").select("link_id").execute()).toHaveLength(4);
  expect(await db.selectFrom("shipment").select("id").where("id", "=", shipment_id).execute()).toHaveLength(
    1,
  );
});

test("a file of the desk that nobody carried out is gone after a day; one that was stays", async () => {
  const { db } = provider;
  const now = new Date();
  const add = (file_name: string, days: number, done_at: Date | null) =>
    db
      .insertInto("desk_import")
      .values({
        kind: "SHIPMENT",
        user_id: null,
        user_name: "Ann Desk",
        upload_key: null,
        file_name,
        done_at,
        content_hash: Buffer.from("x"),
        rows: "[]",
        unknown_columns: "[]",
        done_by_name: null,
        created_at: new Date(now.getTime() - days * DAY_MS),
      })
      .execute();
  await add("old.csv", 1.1, null);
  await add("recent.csv", 0.9, null);
  await add("done.csv", 9, now);
  await purge(db, provider.files, now);
  const left = await db.selectFrom("desk_import").select("file_name").orderBy("id").execute();
  expect(left.map(({ file_name }) => file_name)).toEqual(["recent.csv", "done.csv"]);
});
