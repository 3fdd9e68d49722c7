import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bookingDetail, bookingList } from "#app/contract/booking.ts";
import { templateList } from "#app/contract/booking-template.ts";
import { quoteDetail, quoteList } from "#app/contract/quote.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { bookingFaults, bookingWarnings } from "#app/lib/booking-check.ts";
import { HOUR_MS, instantToWire, wireToInstant } from "#app/lib/date-time.ts";
import { add } from "#app/lib/decimal.ts";
import { loadDemo } from "#app/provider/demo/load.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { makeSession } from "#tests/support/people.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const log = { info: () => {} };

describe("the quotes and bookings of the demonstration", () => {
  let provider: TestProvider;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    provider = await startProvider({ demo: true });
    for (const userName of ["demo", "rival", "desk", "emma.hale"]) {
      const { id } = await provider.db
        .selectFrom("app_user")
        .select("id")
        .where("user_name", "=", userName)
        .executeTakeFirstOrThrow();
      tokens[userName] = await makeSession(provider.db, id);
    }
  });
  afterAll(() => provider.stop());

  test("come in every status to demo's company, with options that are about to end", async () => {
    const quotes = (await provider.call(quoteList, { pageSize: 100 }, { token: tokens.demo })).data;
    expect(Object.values(quotes.counts).every((count) => count >= 2)).toBe(true);
    expect(quotes.total).toBeGreaterThanOrEqual(25);
    const ready = quotes.rows.filter(({ status }) => status === "READY_TO_BOOK");
    const soon = ready.filter(
      ({ validUntil }) => wireToInstant(validUntil)!.getTime() < Date.now() + 12 * HOUR_MS,
    );
    expect(soon.length).toBeGreaterThanOrEqual(1);
    const details = await Promise.all(
      ready.map(async ({ id }) => (await provider.call(quoteDetail, { id }, { token: tokens.demo })).data),
    );
    expect(Math.max(...details.map(({ options }) => options!.length))).toBeGreaterThanOrEqual(2);
    for (const { options } of details) {
      for (const { lines, total } of options!)
        expect(add(...lines.map(({ amount }) => amount))).toBe(add(total.amount));
    }
    const bookings = (await provider.call(bookingList, { pageSize: 100 }, { token: tokens.demo })).data;
    expect(Object.values(bookings.counts).every((count) => count >= 2)).toBe(true);
    expect(bookings.total).toBeGreaterThanOrEqual(40);
    expect(new Set(bookings.rows.map(({ transportMode }) => transportMode))).toEqual(
      new Set(["AIR", "OCEAN_FCL", "OCEAN_LCL", "TRUCK"]),
    );
  });

  test("name each other and their shipments, and have nothing from tomorrow", { tags: "slow" }, async () => {
    const everything: { id: string; token: string | undefined }[] = [];
    for (const token of [tokens.demo, tokens.rival, tokens["emma.hale"]]) {
      const { data } = await provider.call(bookingList, { pageSize: 100 }, { token });
      everything.push(...data.rows.map(({ id }) => ({ id, token })));
    }
    expect(everything.length).toBeGreaterThanOrEqual(58);
    const warnings: string[] = [];
    let shipments = 0;
    let quotes = 0;
    let changeRequests = 0;
    for (const { id, token } of everything) {
      const { data } = await provider.call(bookingDetail, { id }, { token });
      if (data.status !== "DRAFT" && data.status !== "CANCELLED")
        expect(bookingFaults(data.content)).toEqual([]);
      else warnings.push(...bookingWarnings(data.content, "2026-11-20").map(({ kind }) => kind));
      const times = data.log.map(({ at }) => at);
      expect(times).toEqual([...times].sort());
      expect(times.at(-1)! <= instantToWire(new Date())!).toBe(true);
      changeRequests += data.changeRequests.length;
      if (data.quote) {
        quotes++;
        const quote = await provider.call(quoteDetail, { id: data.quote.id }, { token });
        expect(quote.data.booking?.id).toBe(id);
      }
      if (data.shipment) {
        shipments++;
        const shipment = await provider.call(shipmentDetail, { id: data.shipment.id }, { token });
        expect(shipment.data.booking).toMatchObject({ id, bookingNumber: data.bookingNumber });
      }
    }
    expect(shipments).toBeGreaterThanOrEqual(10);
    expect(quotes).toBeGreaterThanOrEqual(5);
    expect(changeRequests).toBeGreaterThanOrEqual(3);
    expect(warnings).toContain("containerDigit");
    expect((await provider.call(templateList, {}, { token: tokens.demo })).data.total).toBeGreaterThanOrEqual(
      4,
    );
  });

  test("are there for every shipment: 'current booking' leads to the booking it came of", {
    tags: "slow",
  }, async () => {
    const { rows } = await sql<{ id: string; user_name: string }>`
      select s.id, u.user_name from shipment s
      join app_user u on u.company_id = s.company_id and u.user_name in ('demo', 'rival', 'emma.hale')`.execute(
      provider.db,
    );
    expect(rows.length).toBe(400);
    const withoutBooking: string[] = [];
    for (const { id, user_name } of rows) {
      const { data } = await provider.call(shipmentDetail, { id }, { token: tokens[user_name] });
      if (!data.booking?.id) withoutBooking.push(data.houseNumber);
    }
    expect(withoutBooking).toEqual([]);
    const one = (
      await provider.call(shipmentDetail, { id: rows[0]!.id }, { token: tokens[rows[0]!.user_name] })
    ).data;
    const booking = (
      await provider.call(bookingDetail, { id: one.booking!.id! }, { token: tokens[rows[0]!.user_name] })
    ).data;
    expect(booking).toMatchObject({ bookingNumber: one.booking!.bookingNumber, status: "CONFIRMED" });
    expect(booking.shipment?.id).toBe(one.id);
  });

  test("are the company's own, and whole in their logs", async () => {
    const list = (await provider.call(bookingList, { pageSize: 100 }, { token: tokens.rival })).data;
    expect(list.total).toBeGreaterThan(3);
    const { broken, chains } = await verifyChains(provider.db);
    expect(broken).toBeNull();
    expect(chains).toBeGreaterThanOrEqual(95);
    const waiting = await provider.db
      .selectFrom("mail_outbox")
      .select("id")
      .where("sent_at", "is", null)
      .execute();
    expect(waiting).toEqual([]);
  });
});

test("the same day gives the same quotes and bookings", { tags: "slow" }, async () => {
  const today = new Date("2026-11-20T09:00:00Z");
  const told = async (database: TestDatabase) => {
    const { rows } = await sql<{ text: string }>`
      select subject || sequence || action || at || actor_name || changes::text as text from operation_log
      order by subject, subject_id, sequence`.execute(database.db);
    return rows.map(({ text }) => text);
  };
  const databases = [await testDatabase(), await testDatabase()];
  for (const { db } of databases) {
    await loadReference(db);
    await loadDemo(db, { today, shipments: 80, log });
  }
  expect(await told(databases[0]!)).toEqual(await told(databases[1]!));
  for (const database of databases) await database.drop();
});
