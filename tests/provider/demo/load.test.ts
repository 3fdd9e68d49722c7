import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "#app/contract/auth.ts";
import {
  CODE_AWAITING_APPROVAL,
  CODE_AWAITING_CONFIRMATION,
  CODE_DISABLED,
  CODE_SUCCESS,
} from "#app/contract/code.ts";
import { shipmentDateKeys } from "#app/contract/shipment-code.ts";
import { getUser } from "#app/contract/user.ts";
import { DEMO_PASSWORD, demoColleagues, demoUsers } from "#app/provider/demo/accounts.ts";
import { demoDataset } from "#app/provider/demo/dataset.ts";
import { loadDemo } from "#app/provider/demo/load.ts";
import type { FileStore } from "#app/provider/file-store/store.ts";
import { hasDemo } from "#app/provider/identity/demo-company.ts";
import { loadReference } from "#app/provider/reference/load.ts";
import { type TestDatabase, testDatabase } from "#tests/support/database.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";

const TODAY = new Date("2026-11-20T09:00:00Z");
const log = { info: () => {} };
const stored = new Map<string, Buffer>();
const files: FileStore = {
  put: async (key, content) => void stored.set(key, await buffer(content)),
  get: async (key) => Readable.from([stored.get(key)]),
  remove: async (key) => void stored.delete(key),
};

describe("the shipments", { tags: "slow" }, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
    await loadReference(database.db);
    expect(await hasDemo(database.db)).toBe(false);
    const started = performance.now();
    expect(await loadDemo(database.db, { today: TODAY, files, log })).toBe(true);
    console.log(`400 shipments with their events: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  });
  afterAll(() => database.drop());

  const count = async (condition: string) => {
    const { rows } = await sql<{ found: number }>`
      select count(*)::int as found from shipment s where ${sql.raw(condition)}`.execute(database.db);
    return rows[0]!.found;
  };
  const hasEvent = (condition: string) => `exists (select from event_shipment l
    join event e on e.event_id = l.event_id where l.shipment_id = s.id and ${condition})`;

  test("are loaded once, whoever asks again", async () => {
    const state = () =>
      sql`select (select count(*) from shipment) as shipments, (select count(*) from event) as events,
        (select count(*) from app_user) as users`.execute(database.db);
    const before = await state();
    expect(await hasDemo(database.db)).toBe(true);
    const again = () => loadDemo(database.db, { today: new Date("2027-03-01T00:00:00Z"), log });
    expect(await Promise.all([again(), again()])).toEqual([false, false]);
    expect((await state()).rows).toEqual(before.rows);
  });

  test("are billed by one weight each, which is theirs, and every bill adds up", async () => {
    const { rows } = await sql<{ bills: number; weighed: number; other: number; wrong: number }>`
      select count(*)::int as bills, count(*) filter (where weights is not null)::int as weighed,
        count(*) filter (where weights is not null and weights <> array[s.chargeable_weight_kg])::int as other,
        count(*) filter (where l.net <> i.net or l.tax <> i.tax or i.net + i.tax <> i.total)::int as wrong
      from invoice i left join shipment s on s.id = i.shipment_id cross join lateral (
        select sum(l.net) as net, sum(l.tax) as tax,
          array_agg(distinct case l.unit when 'kg' then l.quantity when 'W/M' then l.quantity * 1000 end)
            filter (where l.unit in ('kg', 'W/M')) as weights
        from invoice_line l where l.invoice_id = i.id) l`.execute(database.db);
    expect(rows[0]).toMatchObject({ other: 0, wrong: 0 });
    expect(rows[0]!.bills).toBeGreaterThan(10);
    expect(rows[0]!.weighed).toBeGreaterThan(4);
  });

  test("have some dozen uploaded papers, small ones, some twice, some seen, one in Chinese", async () => {
    const { rows } = await sql<{ versions: number; seen: number; said: string }>`
      select (select count(*) from stored_file f where f.document_id = d.id)::int as versions,
        (select count(*) from document_seen n where n.document_id = d.id)::int as seen, t.search_text as said
      from shipment_document d join document_text t on t.document_id = d.id where d.is_uploaded`.execute(
      database.db,
    );
    expect(rows.length).toBeGreaterThan(12);
    expect(rows.some(({ versions }) => versions === 2)).toBe(true);
    expect(rows.some(({ seen }) => seen > 0)).toBe(true);
    expect(rows.some(({ said }) => said.includes("报关单"))).toBe(true);
    expect(stored.size).toBe(rows.reduce((sum, { versions }) => sum + versions, 0));
    for (const content of stored.values()) expect(content.length).toBeLessThan(100_000);
  });

  test("come in every status by every mode, for demo's company too, delayed ones among them", async () => {
    const { rows } = await sql<{ code: string; mode: string; status: string; delayed: number }>`
      select c.code, s.job_mode as mode, s.status,
        (count(*) filter (where s.delay_due_at < ${TODAY}))::int as delayed
      from shipment s join company c on c.id = s.company_id group by 1, 2, 3`.execute(database.db);
    const own = rows.filter((row) => row.code === "DEMO-MERIDIAN");
    for (const mode of ["OCEAN", "AIR", "TRUCK"]) {
      expect(new Set(own.filter((row) => row.mode === mode).map((row) => row.status))).toEqual(
        new Set(["BOOKED", "TRANSIT", "COMPLETED"]),
      );
    }
    const delayed = own.reduce((sum, row) => sum + row.delayed, 0);
    expect(delayed).toBeGreaterThanOrEqual(5);
    expect(await count("delay_reason = 'eta-slip' and delay_due_at = '-infinity'")).toBeGreaterThan(3);
    const instant = `'${TODAY.toISOString()}'`;
    expect(await count(`delay_reason = 'overdue' and delay_due_at < ${instant}`)).toBeGreaterThan(0);
  });

  test("have dates in their order, and none that has happened tomorrow", async () => {
    const instant = `'${TODAY.toISOString()}'::timestamptz`;
    expect(await count("etd is null or eta is null or booking_at is null or first_eta is null")).toBe(0);
    expect(await count("etd > eta")).toBe(0);
    expect(await count("atd > ata")).toBe(0);
    expect(await count("ata > delivery_at")).toBe(0);
    expect(await count("booking_at > etd or booking_at > atd")).toBe(0);
    expect(await count("ata is not null and atd is null")).toBe(0);
    expect(await count(`greatest(booking_at, atd, ata, delivery_at, updated_at) > ${instant}`)).toBe(0);
    expect(await count(hasEvent(`e.classifier = 'ACT' and e.occurred_at > ${instant}`))).toBe(0);
    expect(await count(hasEvent(`e.received_at > ${instant}`))).toBe(0);
    const ahead = ["confirmedBookingEta", "cargoReady", "estimatedPickup", "etaToDoor", "sla"];
    ahead.push("terminalPickupAppointment", "railRampLastFreeDay");
    const { rows } = await sql<{ key: string; late: number }>`
      select d.key, (count(*) filter (where d.value::timestamptz > ${TODAY}::timestamptz
        + case length(d.value) when 10 then interval '14 hours' else interval '0' end))::int as late
      from shipment s, jsonb_each_text(s.dates) d group by 1`.execute(database.db);
    for (const { key, late } of rows) {
      expect(shipmentDateKeys).toContain(key);
      if (!ahead.includes(key)) expect(late, key).toBe(0);
    }
  });

  test("every date of product 3.3 occurs in some shipment", async () => {
    const { rows } = await sql<{ key: string }>`
      select distinct d.key from shipment s, jsonb_each_text(s.dates) d`.execute(database.db);
    const keys = rows.map((row) => row.key);
    const inColumns = ["booking", "etd", "atd", "eta", "ata", "delivery"];
    expect([...keys, ...inColumns].sort()).toEqual([...shipmentDateKeys].sort());
  });

  test("have the status that their events show", async () => {
    expect(await count("status = 'COMPLETED' and delivery_at is null")).toBe(0);
    expect(await count("status <> 'COMPLETED' and delivery_at is not null")).toBe(0);
    expect(await count("status = 'BOOKED' and atd is not null")).toBe(0);
    const moved = hasEvent("e.classifier = 'ACT' and e.code in ('DEPA', 'DEP', 'PICK', 'COLL', 'DPWH')");
    expect(await count(`status = 'TRANSIT' and not ${moved}`)).toBe(0);
    expect(await count(`status = 'BOOKED' and ${moved}`)).toBe(0);
    expect(await count(`not ${hasEvent("e.classifier = 'PLN'")}`)).toBe(0);
  });

  test("are moved by events only, and every event has its shipment", async () => {
    const { rows } = await sql`select event_id from event e
      where not exists (select from event_shipment l where l.event_id = e.event_id)`.execute(database.db);
    expect(rows).toEqual([]);
    expect(await count("before_events is null")).toBe(0);
    expect(await count("before_events->>'status' <> 'BOOKED' or before_events->>'atd' is not null")).toBe(0);
  });

  test("are found by every number that they bear", async () => {
    const { rows } = await sql<{ kind: string; wrong: number }>`
      with borne as (
        select id, 'H' as kind, house_number as number from shipment
        union all select id, 'M', master_number from shipment where master_number is not null
        union all select id, 'BKG', booking_number from shipment
        union all select id, 'CI', commercial_invoice_number from shipment where commercial_invoice_number is not null
        union all select id, 'CNTR', unnest(container_numbers) from shipment
        union all select id, 'PO', unnest(po_numbers) from shipment
        union all select id, 'SKU', unnest(sku_numbers) from shipment)
      select b.kind, (count(*) filter (where r.value_key is null))::int as wrong
      from borne b left join shipment_reference r
        on r.shipment_id = b.id and r.kind = b.kind and r.value_key = replace(b.number, '-', '')
      group by 1 order by 1`.execute(database.db);
    expect(rows.map((row) => row.kind)).toEqual(["BKG", "CI", "CNTR", "H", "M", "PO", "SKU"]);
    expect(rows.every((row) => row.wrong === 0)).toBe(true);
    expect(
      await count(`container_numbers <> array(
        select c.container_number from shipment_container c where c.shipment_id = s.id order by c.line)`),
    ).toBe(0);
  });

  test("a late estimate and a repeated message change nothing", async () => {
    const { flaws } = demoDataset(TODAY, 400);
    for (const house of [...flaws.lateEstimate, ...flaws.repeated]) {
      const { rows } = await sql<{ actuals: number }>`
        select max(actuals)::int as actuals from (
          select count(*) as actuals from shipment s join event_shipment l on l.shipment_id = s.id
          join event e on e.event_id = l.event_id
          where s.house_number = ${house} and e.classifier = 'ACT'
          group by e.code, e.place_code, e.sequence) each`.execute(database.db);
      expect(rows[0]?.actuals, house).toBe(1);
    }
  });
});

describe("the accounts", () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider({ demo: true });
  });
  afterAll(() => provider.stop());
  const enter = (userName: string) => provider.call(signIn, { userName, password: DEMO_PASSWORD });

  test("sign in with the one password, or are told their state", async () => {
    const codes = {
      ACTIVE: CODE_SUCCESS,
      DISABLED: CODE_DISABLED,
      AWAITING_APPROVAL: CODE_AWAITING_APPROVAL,
      AWAITING_CONFIRMATION: CODE_AWAITING_CONFIRMATION,
    };
    for (const { userName, status, passwordAgeDays } of [...demoUsers, ...demoColleagues]) {
      const answer = await enter(userName);
      expect(answer.code, userName).toBe(codes[status]);
      if (status === "ACTIVE") expect(answer.data.isPasswordUpdateDue).toBe(passwordAgeDays > 90);
    }
    expect([...demoUsers].map(({ userName }) => userName)).toEqual([
      "demo",
      "viewer",
      "booker",
      "chen",
      "rival",
      "desk",
    ]);
  });

  test("belong to their companies, with what these were given", async () => {
    const user = async (userName: string) => {
      const { data } = await enter(userName);
      return (await provider.call(getUser, {}, { token: data.token })).data;
    };
    const demo = await user("demo");
    expect(demo.roles).toContain("admin");
    expect(demo.userAccessResourceVos.map(({ resCode }) => resCode).sort()).toEqual([
      "INVOICE_DOWNLOAD",
      "MEMBER_MANAGE",
      "SHIPMENT_CHARGES",
      "SHIPMENT_PUBLIC",
    ]);
    expect(demo.department).toBe("Supply Chain");
    const chen = await user("chen");
    expect(chen.languagePreference).toBe("zh");
    expect(chen.companyInfo.userId).toBe(demo.companyInfo.userId);
    const rival = await user("rival");
    expect(rival.companyInfo.userId).not.toBe(demo.companyInfo.userId);
    expect(rival.userAccessResourceVos.map(({ resCode }) => resCode)).not.toContain("SHIPMENT_CHARGES");
    expect((await user("desk")).companyInfo.isForwarder).toBe(true);
  });
});
