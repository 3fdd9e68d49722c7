import { type Insertable, type Kysely, sql } from "kysely";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_PREFIX } from "../identity/demo-company.ts";
import type { DemoShipment } from "./shipment.ts";

interface Ids {
  companyIds: ReadonlyMap<string, string>;
  userIds: ReadonlyMap<string, string>;
  /** By company id and code. */
  partyIds: ReadonlyMap<string, string>;
}

/** Ids of the companies, people and parties to which the demonstration's rows refer. */
export async function demoIds(db: Kysely<Database>): Promise<Ids> {
  const companies = await db
    .selectFrom("company")
    .select(["id", "code"])
    .where("code", "like", `${DEMO_PREFIX}%`)
    .execute();
  const companyIds = new Map(companies.map(({ id, code }) => [code.slice(DEMO_PREFIX.length), id]));
  const owners = [...companyIds.values()];
  const parties = await db
    .selectFrom("party")
    .select(["id", "company_id", "code"])
    .where("company_id", "in", owners)
    .execute();
  const users = await db
    .selectFrom("app_user")
    .select(["id", "user_name"])
    .where("company_id", "in", owners)
    .execute();
  return {
    companyIds,
    userIds: new Map(users.map(({ id, user_name }) => [user_name, id])),
    partyIds: new Map(parties.map(({ id, company_id, code }) => [`${company_id} ${code}`, id])),
  };
}

/** Inserts shipments in their state before any events. */
export async function insertShipments(
  db: Kysely<Database>,
  shipments: readonly DemoShipment[],
  { companyIds, userIds, partyIds }: Ids,
): Promise<void> {
  const rows = shipments.map(({ company, shipper, consignee, row, dates, containers, orderLines }) => {
    const company_id = companyIds.get(company)!;
    return {
      company_id,
      shipper_id: partyIds.get(`${company_id} ${shipper.code}`)!,
      consignee_id: partyIds.get(`${company_id} ${consignee.code}`)!,
      vessel_imo: null,
      mother_vessel_imo: null,
      voyage: null,
      flight_number: null,
      ...row,
      dates: JSON.stringify(dates),
      container_numbers: containers.map((container) => container.container_number),
      po_numbers: unique(orderLines.map((line) => line.po_number)),
      sku_numbers: unique(orderLines.map((line) => line.sku_number)),
    };
  });
  await insertRows(db, "shipment", rows);
  const stored = await db
    .selectFrom("shipment")
    .select(["id", "house_number"])
    .where("house_number", "in", sql<string>`(select unnest(${rows.map((row) => row.house_number)}::text[]))`)
    .execute();
  const ids = new Map(stored.map(({ id, house_number }) => [house_number, id]));
  const withId = shipments.map((shipment) => ({
    shipment,
    shipment_id: ids.get(shipment.row.house_number)!,
  }));
  const childRows = <Row>(rowsOf: (shipment: DemoShipment) => readonly Row[]) =>
    withId.flatMap(({ shipment, shipment_id }) => rowsOf(shipment).map((row) => ({ shipment_id, ...row })));
  await insertRows(
    db,
    "shipment_container",
    childRows((shipment) => shipment.containers),
  );
  await insertRows(
    db,
    "shipment_order_line",
    childRows((shipment) => shipment.orderLines),
  );
  await insertRows(
    db,
    "shipment_cargo",
    childRows((shipment) => shipment.cargo),
  );
  await insertRows(
    db,
    "shipment_document",
    childRows((shipment) => shipment.documents),
  );
  await insertRows(
    db,
    "shipment_reference",
    withId.flatMap(({ shipment, shipment_id }) =>
      referencesOf(shipment).map((reference) => ({
        shipment_id,
        company_id: companyIds.get(shipment.company)!,
        ...reference,
      })),
    ),
  );
  await insertRows(
    db,
    "shipment_follow",
    withId.flatMap(({ shipment, shipment_id }) =>
      shipment.followers.flatMap((userName) => {
        const user_id = userIds.get(userName);
        return user_id ? [{ user_id, shipment_id, created_at: shipment.bookedAt }] : [];
      }),
    ),
  );
}

function referencesOf({ row, containers, orderLines }: DemoShipment) {
  const named = [
    ["H", row.house_number],
    ["M", row.master_number],
    ["BKG", row.booking_number],
    ["CI", row.commercial_invoice_number],
    ...containers.map((container) => ["CNTR", container.container_number] as const),
    ...orderLines.map((line) => ["PO", line.po_number] as const),
    ...orderLines.map((line) => ["SKU", line.sku_number] as const),
  ] as const;
  const references = new Map<string, { kind: (typeof named)[number][0]; value_key: string }>();
  for (const [kind, number] of named) {
    if (number) references.set(`${kind} ${number}`, { kind, value_key: referenceKey(number) });
  }
  return [...references.values()];
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** PostgreSQL allows at most 65,535 parameters in a statement. */
const VALUES_MAX = 60_000;

export async function insertRows<Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  const size = Math.floor(VALUES_MAX / Math.max(1, Object.keys(rows[0] ?? {}).length));
  for (let start = 0; start < rows.length; start += size) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + size))
      .execute();
  }
}
