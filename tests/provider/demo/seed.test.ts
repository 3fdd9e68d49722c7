import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkAirWaybill } from "#app/lib/air-waybill.ts";
import { checkContainerNumber } from "#app/lib/container-number.ts";
import { copyShipments } from "#app/provider/demo/copies.ts";
import { demoCount, SEED_MAX, seedBulk } from "#app/provider/demo/seed.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";

const TODAY = new Date("2026-11-20T09:00:00Z");
const FIRST = 120;
const WITH_EVENTS = 240;
const SHIPMENTS = 840;
const log = { info: () => {} };

describe("a large data set", () => {
  let database: TestDatabase;
  const seed = (shipments: number) =>
    seedBulk(database.db, { shipments, today: TODAY, log, withEvents: WITH_EVENTS });
  beforeAll(async () => {
    database = await testDatabase(undefined, { isUnhurried: true });
    await loadReference(database.db);
    expect(await seed(FIRST)).toBe(FIRST);
    expect(await seed(SHIPMENTS)).toBe(SHIPMENTS - FIRST);
  });
  afterAll(() => database.drop());
  const count = async (condition: string) => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from shipment s where ${sql.raw(condition)}`.execute(database.db);
    return rows[0]!.found;
  };
  const isCopy = "before_events is null";

  test("goes on from what is there and ends at the number asked for", async () => {
    expect(await demoCount(database.db)).toBe(SHIPMENTS);
    expect(await count(isCopy)).toBe(SHIPMENTS - WITH_EVENTS);
    expect(await seed(SHIPMENTS - 100)).toBe(0);
    expect(await demoCount(database.db)).toBe(SHIPMENTS);
  });

  test("copies have valid numbers of their own", async () => {
    const { rows } = await sql<{
      job_mode: string;
      house_number: string;
      master_number: string | null;
      booking_number: string;
      container_numbers: string[];
    }>`select job_mode, house_number, master_number, booking_number, container_numbers from shipment s
      where ${sql.raw(isCopy)}`.execute(database.db);
    for (const row of rows) {
      expect(row.house_number).toMatch(/^FLD[A-Z]{3}\d{11}$/);
      for (const number of row.container_numbers) expect(checkContainerNumber(number).status).toBe("valid");
      if (row.job_mode === "AIR") expect(checkAirWaybill(row.master_number).status).toBe("valid");
    }
    for (const numbers of [
      rows.flatMap((row) => row.master_number ?? []),
      rows.map((row) => row.booking_number),
      rows.flatMap((row) => row.container_numbers),
    ]) {
      expect(numbers.length).toBeGreaterThan(200);
      expect(new Set(numbers).size).toBe(numbers.length);
      const others = await sql<{ found: number }>`
        select count(*)::int as found from shipment where before_events is not null and
          (master_number = any(${numbers}) or booking_number = any(${numbers}) or container_numbers && ${numbers})`.execute(
        database.db,
      );
      expect(others.rows[0]!.found).toBe(0);
    }
  });

  test("copies are consistent, as their originals are", async () => {
    const instant = `'${TODAY.toISOString()}'::timestamptz`;
    expect(await count("etd > eta or atd > ata or ata > delivery_at or booking_at > etd")).toBe(0);
    expect(await count(`greatest(booking_at, atd, ata, delivery_at, updated_at) > ${instant}`)).toBe(0);
    expect(await count("status = 'COMPLETED' and delivery_at is null")).toBe(0);
    expect(await count("status = 'COMPLETED' and delay_due_at is not null")).toBe(0);
    expect(await count(`${isCopy} and status <> 'COMPLETED' and delay_due_at is null`)).toBe(0);
    expect(await count(`${isCopy} and (dates->>'outGate')::timestamptz < ata`)).toBe(0);
    const copies = SHIPMENTS - WITH_EVENTS;
    const own = await count(
      `${isCopy} and company_id = (select id from company where code = 'DEMO-MERIDIAN')`,
    );
    expect(own / copies).toBeGreaterThan(0.85);
    const live = await count(`${isCopy} and status <> 'COMPLETED'`);
    expect(live / copies).toBeLessThan(0.13);
    expect(live).toBeGreaterThan(10);
  });

  test("copies tell what they call reached, as their originals do", async () => {
    expect(await count(`${isCopy} and reached is null`)).toBe(0);
    const told = (
      codes: string,
    ) => `exists (select from event_shipment l join event e on e.event_id = l.event_id
      where l.shipment_id = s.id and e.classifier = 'ACT' and e.code in (${codes}))`;
    for (const [key, column, codes] of [
      ["atd", "atd", "'DEPA', 'DEP'"],
      ["ata", "ata", "'ARRI', 'ARR'"],
      ["delivery", "delivery_at", "'GTOT', 'DROP', 'DLV'"],
    ]) {
      expect(await count(`${isCopy} and ('${key}' = any(reached)) <> (${column} is not null)`)).toBe(0);
      expect(await count(`${isCopy} and ${column} is not null and not ${told(codes!)}`)).toBe(0);
    }
    expect(
      await count(`${isCopy} and last_milestone is not null and not exists (select from event_shipment l
        join event e on e.event_id = l.event_id where l.shipment_id = s.id and e.classifier = 'ACT'
        and e.occurred_at = (s.last_milestone ->> 'at')::timestamptz)`),
    ).toBe(0);
  });

  test("copies are found by their numbers and have their lines and papers", async () => {
    const named = (kind: string, number: string) =>
      count(`${isCopy} and ${number} is not null and not exists (select from shipment_reference r
        where r.shipment_id = s.id and r.kind = '${kind}' and r.value_key = replace(${number}, '-', ''))`);
    expect(await named("H", "house_number")).toBe(0);
    expect(await named("M", "master_number")).toBe(0);
    expect(await named("BKG", "booking_number")).toBe(0);
    expect(await named("CI", "commercial_invoice_number")).toBe(0);
    expect(await named("PO", "po_numbers[1]")).toBe(0);
    expect(await named("SKU", "sku_numbers[cardinality(sku_numbers)]")).toBe(0);
    expect(await named("CNTR", "container_numbers[1]")).toBe(0);
    for (const [array, table, column] of [
      ["container_numbers", "shipment_container", "container_number"],
      ["po_numbers", "shipment_order_line", "po_number"],
      ["sku_numbers", "shipment_order_line", "sku_number"],
    ]) {
      expect(
        await count(`array(select unnest(${array}) order by 1) <> array(
          select distinct ${column} from ${table} d where d.shipment_id = s.id order by 1)`),
      ).toBe(0);
    }
    expect(
      await count(`${isCopy} and exists (select from shipment_document d where d.shipment_id = s.id
        and d.document_type in ('HOUSE_BILL', 'HOUSE_WAYBILL') and d.number <> s.house_number)`),
    ).toBe(0);
    expect(await count("not exists (select from shipment_cargo d where d.shipment_id = s.id)")).toBe(0);
    const lines = "from shipment_order_line d where d.shipment_id = s.id";
    expect(await count(`s.gross_weight_kg is distinct from (select sum(d.gross_weight_kg) ${lines})`)).toBe(
      0,
    );
    expect(
      await count(`exists (select ${lines} and num_nulls(unit_price, net_weight_kg, hs_code) > 0)`),
    ).toBe(0);
  });

  test("a very large one builds its indexes and keys anew, all of them", { tags: "slow" }, async () => {
    const built = () =>
      sql`select indexdef from pg_indexes where schemaname = 'public'
        union all select conname || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
        order by 1`.execute(database.db);
    const before = await built();
    await copyShipments(database.db, {
      from: SHIPMENTS + 1,
      to: SHIPMENTS + 500,
      rebuildFrom: 500,
      onProgress: () => {},
    });
    expect(await demoCount(database.db)).toBe(SHIPMENTS + 500);
    expect((await built()).rows).toEqual(before.rows);
  });

  test("its local dates, stored without the trigger, are those that the trigger writes", async () => {
    const stored = () =>
      sql`select id, booking_local, etd_local, atd_local, eta_local, ata_local, delivery_local from shipment
        where before_events is null order by id desc limit 500`.execute(database.db);
    const before = await stored();
    for (const way of ["+", "-"])
      await sql`update shipment set booking_at = booking_at ${sql.raw(way)} interval '1 hour',
        eta = eta ${sql.raw(way)} interval '1 hour', delivery_at = delivery_at ${sql.raw(way)} interval '1 hour'
        where before_events is null`.execute(database.db);
    expect((await stored()).rows).toEqual(before.rows);
  });

  test("the last that a set may have bear numbers of their own", async () => {
    const last = 100;
    await copyShipments(database.db, { from: SEED_MAX - last + 1, to: SEED_MAX, onProgress: () => {} });
    const isLast = `${isCopy} and right(house_number, 7)::int > ${SEED_MAX - last}`;
    expect(await count(isLast)).toBe(last);
    for (const column of ["house_number", "master_number", "booking_number", "commercial_invoice_number"])
      expect(
        await count(
          `${isLast} and exists (select from shipment o where o.id <> s.id and o.${column} = s.${column})`,
        ),
      ).toBe(0);
    expect(
      await count(
        `${isLast} and exists (select from unnest(container_numbers) box where box !~ '^[A-Z]{4}\\d{7}$')`,
      ),
    ).toBe(0);
  });

  test("what it worked out beforehand is gone, also after a failure", async () => {
    const failing = copyShipments(database.db, {
      from: 1,
      to: 10,
      onProgress: () => {
        throw new Error("halted");
      },
    });
    await expect(failing).rejects.toThrow("halted");
    const left = await sql`select from pg_class where relname like 'demo\\_copy%'`.execute(database.db);
    expect(left.rows).toEqual([]);
    expect(await count("house_number like '%0000001'")).toBe(0);
  });
});

describe("npm run seed", () => {
  const seed = (url: string, ...given: string[]) =>
    promisify(execFile)(process.execPath, ["app/provider/cli/seed.ts", ...given], {
      env: { ...process.env, DATABASE_URL: url },
    }).then(
      ({ stdout }) => ({ exit: 0, text: stdout }),
      ({ code, stderr }) => ({ exit: code as number, text: stderr as string }),
    );

  test("says what is wrong in one line", { tags: "slow" }, async () => {
    for (const given of [
      ["--shipments", "many"],
      ["--shipments", String(SEED_MAX + 1)],
      ["--shipments", "3"],
      ["--ships"],
    ]) {
      const { exit, text } = await seed("postgres://nobody@localhost:1/none", ...given);
      expect(exit).toBe(1);
      expect(text.trim().split("\n")).toHaveLength(1);
      expect(text).toContain("npm run seed -- ");
    }
  });

  test("leaves an operator's database alone until told twice", { tags: "slow" }, async () => {
    const database = await testDatabase();
    await database.db.insertInto("company").values({ code: "ACME", name: "Acme Ltd" }).execute();
    const refused = await seed(database.url);
    expect(refused).toMatchObject({ exit: 1, text: expect.stringContaining("--yes") });
    expect(await demoCount(database.db)).toBe(0);
    const done = await seed(database.url, "--yes");
    expect(done).toMatchObject({ exit: 0, text: expect.stringContaining("400 shipments added") });
    expect(done.text).toContain("demo, viewer, booker, chen, rival, desk (password freight-demo-1)");
    const again = await seed(database.url, "--yes");
    expect(again).toMatchObject({ exit: 0, text: expect.stringContaining("Nothing to do") });
    expect(await demoCount(database.db)).toBe(400);
    await database.drop();
  });
});
