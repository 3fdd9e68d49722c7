import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { changeState } from "#app/provider/bookings/submit.ts";
import { callAt, demoCast } from "#app/provider/demo/cast.ts";
import { catchUp } from "#app/provider/demo/catch-up.ts";
import { demoDataset } from "#app/provider/demo/dataset.ts";
import { loadDemo } from "#app/provider/demo/load.ts";
import { verifyChains } from "#app/provider/operation-log/verify.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const SEEDED = new Date("2026-11-20T09:00:00Z");
const log = { info: () => {} };
const daysLater = (days: number) => new Date(SEEDED.getTime() + days * DAY_MS);

describe("sixty days later", { tags: "slow" }, () => {
  let database: TestDatabase;
  let before: Record<string, number>;
  const now = daysLater(60);
  const numbers = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from shipment where status <> 'COMPLETED') as open,
        (select count(*)::int from shipment where delay_due_at < now_at) as delayed,
        (select count(*)::int from shipment) as shipments, (select count(*)::int from booking) as bookings,
        (select count(*)::int from quote) as quotes, (select count(*)::int from message) as messages
      from (select told_until as now_at from demo_clock) c`.execute(database.db);
    return rows[0]!;
  };
  beforeAll(async () => {
    database = await testDatabase(undefined, { isUnhurried: true });
    await loadReference(database.db);
    await loadDemo(database.db, { today: SEEDED, log });
    before = await numbers();
    await catchUp(database.db, now);
  }, 600_000);
  afterAll(() => database.drop());
  const count = async (condition: string) => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from shipment s where ${sql.raw(condition)}`.execute(database.db);
    return rows[0]!.found;
  };

  test("as much is under way as at the seeding, and no more of it is late", async () => {
    const later = await numbers();
    expect(later.open!).toBeGreaterThan(before.open! * 0.75);
    expect(later.open!).toBeLessThan(before.open! * 1.3);
    expect(later.delayed!).toBeLessThan(before.delayed! * 2);
    expect(later.shipments! - before.shipments!).toBeGreaterThan(300);
    expect(later.quotes! - before.quotes!).toBeGreaterThan(60);
    expect(await count(`status = 'COMPLETED' and booking_at > '${SEEDED.toISOString()}'`)).toBeGreaterThan(
      50,
    );
  });

  test("nothing has happened tomorrow, and every shipment has its confirmed booking", async () => {
    const instant = `'${now.toISOString()}'::timestamptz`;
    expect(
      await count(`greatest(booking_at, atd, ata, delivery_at, updated_at, created_at) > ${instant}`),
    ).toBe(0);
    expect(
      await count(`not exists (select from booking b where b.company_id = s.company_id
        and b.booking_number = s.booking_number and b.status = 'CONFIRMED' and b.updated_at < s.booking_at)`),
    ).toBe(0);
    expect(await count("atd > ata or ata > delivery_at or booking_at > atd")).toBe(0);
    const { broken } = await verifyChains(database.db);
    expect(broken).toBeNull();
  });

  test("people continue conversations, answers follow questions, and messages from days ago are read", async () => {
    const { rows } = await sql<{ said: number; backward: number; late: number; unread: number }>`
      select count(*)::int as said,
        (count(*) filter (where m.created_at < p.created_at))::int as backward,
        (count(*) filter (where m.created_at > ${now}))::int as late,
        (select count(*)::int from message m join app_user u on u.user_name = 'demo' and u.company_id = m.company_id
          left join channel_read r on r.channel_id = m.channel_id and r.user_id = u.id
          where m.created_at > ${SEEDED} and m.sequence > coalesce(r.last_read_sequence, 0)) as unread
      from message m left join message p on p.channel_id = m.channel_id and p.sequence = m.sequence - 1
      where m.created_at > ${SEEDED}`.execute(database.db);
    const { said, ...others } = rows[0]!;
    expect(said).toBeGreaterThan(100);
    expect(others).toMatchObject({ backward: 0, late: 0 });
    expect(others.unread).toBeLessThan(25);
  });

  test("the misread container number was corrected, and its later events apply", async () => {
    const { flaws, shipments } = demoDataset(SEEDED, 400);
    const house = flaws.wrongCheckDigit[0]!;
    const { containers } = shipments.find(({ row }) => row.house_number === house)!;
    const wrong = containers[0]!.container_number;
    const { rows } = await sql<{ container_numbers: string[]; status: string }>`
      select container_numbers, status from shipment where house_number = ${house}`.execute(database.db);
    expect(rows[0]!.container_numbers.map((number) => checkContainerNumber(number).status)).toEqual(
      rows[0]!.container_numbers.map(() => "valid"),
    );
    expect(rows[0]!.container_numbers).not.toContain(wrong);
    expect(rows[0]!.status).toBe("COMPLETED");
  });

  test("the lines of a shipment were weighed with it", async () => {
    expect(
      await count(`s.gross_weight_kg is distinct from (
        select sum(d.gross_weight_kg) from shipment_order_line d where d.shipment_id = s.id)`),
    ).toBe(0);
  });

  test("nothing stays open forever", async () => {
    expect(await count(`status <> 'COMPLETED' and eta < '${daysLater(35).toISOString()}'`)).toBe(0);
  });

  test("nobody is mailed", async () => {
    const { rows } = await sql`select id from mail_outbox where sent_at is null`.execute(database.db);
    expect(rows).toEqual([]);
  });

  test("is the same whether told at once or hour by hour", { tags: "slow" }, async () => {
    const other = await testDatabase(undefined, { isUnhurried: true });
    try {
      await loadReference(other.db);
      await loadDemo(other.db, { today: SEEDED, log, shipments: 40 });
      for (let hour = 3; hour <= 36; hour += 3)
        await catchUp(other.db, new Date(SEEDED.getTime() + hour * HOUR_MS));
      const once = await testDatabase(undefined, { isUnhurried: true });
      try {
        await loadReference(once.db);
        await loadDemo(once.db, { today: SEEDED, log, shipments: 40 });
        await catchUp(once.db, new Date(SEEDED.getTime() + 36 * HOUR_MS));
        const told = async ({ db }: TestDatabase) => {
          const { rows } = await sql`
            select s.house_number, s.status, s.etd, s.atd, s.eta, s.ata, s.pieces, s.container_numbers, s.dates, s.updated_at,
              (select count(*) from event_shipment l where l.shipment_id = s.id) as events,
              (select count(*) from shipment_document d where d.shipment_id = s.id) as documents
            from shipment s order by 1`.execute(db);
          return rows;
        };
        expect(await told(other)).toEqual(await told(once));
      } finally {
        await once.drop();
      }
    } finally {
      await other.drop();
    }
  });
});

test("the demonstration leaves changed records alone: a cancelled booking becomes no shipment", {
  tags: "slow",
}, async () => {
  const database = await testDatabase(undefined, { isUnhurried: true });
  try {
    const { db } = database;
    await loadReference(db);
    await loadDemo(db, { today: SEEDED, log, shipments: 40 });
    const open = await db
      .selectFrom("demo_subject as d")
      .innerJoin("booking as b", "b.id", "d.subject_id")
      .innerJoin("app_user as u", "u.id", "b.created_by")
      .select(["b.id", "b.version", "b.booking_number", "u.user_name"])
      .where("d.kind", "=", "booking")
      .where("b.status", "=", "SUBMITTED")
      .orderBy("b.id")
      .execute();
    expect(open.length).toBeGreaterThan(3);
    const [first, second] = [open[0]!, open[1]!];
    const cast = await demoCast(db);
    const context = callAt(db, cast(first.user_name), new Date(SEEDED.getTime() + 60_000));
    await changeState({ id: first.id, version: first.version, action: "cancel" }, context);
    await catchUp(db, daysLater(8));
    const became = async (id: string) => {
      const { rows } = await sql<{ status: string; shipments: number }>`
        select b.status, (select count(*)::int from shipment s where s.booking_number = b.booking_number
          and s.company_id = b.company_id) as shipments from booking b where b.id = ${id}`.execute(db);
      return rows[0];
    };
    expect(await became(first.id)).toEqual({ status: "CANCELLED", shipments: 0 });
    expect(await became(second.id)).toEqual({ status: "CONFIRMED", shipments: 1 });
  } finally {
    await database.drop();
  }
});
