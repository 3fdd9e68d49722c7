import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskAct, deskInbox } from "#app/contract/desk.ts";
import { DAY_MS, HOUR_MS } from "#app/lib/date-time.ts";
import { noteWantedPapers } from "#app/provider/documents/wanted.ts";
import { startProvider, type TestProvider } from "#tests/support/provider.ts";
import { makeShipment } from "#tests/support/shipments.ts";
import { customer, desk, type Somebody } from "../quotes/fixture.ts";

let provider: TestProvider;
let dana: Somebody;
let ada: Somebody;
beforeAll(async () => {
  provider = await startProvider({ isRateLimited: false });
  [dana, ada] = [await customer(provider), await desk(provider)];
});
afterAll(() => provider?.stop());

const now = new Date("2026-11-25T08:00:00Z");
let number = 0;
async function shipment(hoursToDeparture: number): Promise<{ id: string; label: string }> {
  number += 1;
  const label = `FLWANT${number}`;
  const { id } = await makeShipment(provider.db, dana.companyId, {
    house_number: label,
    job_mode: "OCEAN",
    service_type: "PTP",
    incoterms: "FOB",
    load_type: "LCL",
    status: "BOOKED",
    etd: new Date(now.getTime() + hoursToDeparture * HOUR_MS),
  });
  return { id, label };
}
async function paper(shipmentId: string, documentType: string): Promise<void> {
  await provider.db
    .insertInto("shipment_document")
    .values({
      shipment_id: shipmentId,
      document_type: documentType as never,
      number: "P",
      issued_on: "2026-11-01",
      file_name: "p.pdf",
      added_at: null,
      upload_key: null,
    })
    .execute();
}
async function itemOf(label: string) {
  const { data } = await provider.call(deskInbox, { kind: "PAPER", pageSize: 100 }, { token: ada.token });
  return data.rows.find((row) => row.label === label);
}

test("a shipment that lacks papers is an item from two days before they are due, until they are there", async () => {
  const [soon, later] = [await shipment(40), await shipment(4 * 24)];
  await paper(soon.id, "PACKING_LIST");
  await noteWantedPapers(provider.db, now);
  expect(await itemOf(soon.label)).toMatchObject({
    subjectId: soon.id,
    summary: "COMMERCIAL_INVOICE CUSTOMS_DECLARATION",
    company: { id: dana.companyId },
    dueAt: "2026-11-27 08:00:00",
  });
  expect(await itemOf(later.label)).toBeUndefined();
  await paper(soon.id, "COMMERCIAL_INVOICE");
  await noteWantedPapers(provider.db, now);
  await noteWantedPapers(provider.db, now);
  expect(await itemOf(soon.label)).toMatchObject({ summary: "CUSTOMS_DECLARATION" });
  await paper(soon.id, "CUSTOMS_DECLARATION");
  await noteWantedPapers(provider.db, now);
  expect(await itemOf(soon.label)).toBeUndefined();
});

test("the carrier's cut-off for documents is when they are due", async () => {
  const early = await shipment(5 * 24);
  await provider.db
    .insertInto("cut_off")
    .values({
      shipment_id: early.id,
      booking_id: null,
      code: "DCO",
      at: new Date(now.getTime() + DAY_MS),
      is_day_only: false,
      place_code: null,
      facility: null,
      source: "carrier",
      stated_at: now,
      received_at: now,
    } as never)
    .execute();
  await noteWantedPapers(provider.db, now);
  expect(await itemOf(early.label)).toMatchObject({ dueAt: "2026-11-26 16:00:00" });
});

test("what a person has ended stays ended, and goods that have left want no papers", async () => {
  const [ended, left] = [await shipment(30), await shipment(30)];
  await noteWantedPapers(provider.db, now);
  const { id, version } = (await itemOf(ended.label))!;
  await provider.call(deskAct, { action: "done", items: [{ id, version }] }, { token: ada.token });
  expect(await itemOf(left.label)).toBeDefined();
  await sql`update shipment set status = 'TRANSIT', atd = ${now} where id = ${left.id}`.execute(provider.db);
  await noteWantedPapers(provider.db, now);
  expect([await itemOf(ended.label), await itemOf(left.label)]).toEqual([undefined, undefined]);
});

test("two processes that look at once open one item", async () => {
  const once = await shipment(20);
  await Promise.all([noteWantedPapers(provider.db, now), noteWantedPapers(provider.db, now)]);
  const { count } = await provider.db
    .selectFrom("desk_item")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("kind", "=", "PAPER")
    .where("subject_id", "=", once.id)
    .executeTakeFirstOrThrow();
  expect(count).toBe("1");
});

test("papers that lack after their cut-off are due when the desk hears of them, not before", async () => {
  const late = await shipment(24);
  await provider.db
    .insertInto("cut_off")
    .values({
      shipment_id: late.id,
      booking_id: null,
      code: "DCO",
      at: new Date(now.getTime() - DAY_MS),
      is_day_only: false,
      place_code: null,
      facility: null,
      source: "carrier",
      stated_at: now,
      received_at: now,
    } as never)
    .execute();
  for (const minutes of [0, 1]) {
    await noteWantedPapers(provider.db, new Date(now.getTime() + minutes * 60_000));
    expect(await itemOf(late.label)).toMatchObject({
      openedAt: "2026-11-25 16:00:00",
      dueAt: "2026-11-25 16:00:00",
    });
  }
});
