import { type Kysely, sql } from "kysely";
import type { JobMode } from "#app/contract/shipment-code.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { insertEntries, type MovedHead, type NewEntry, NO_ENTRIES } from "../operation-log/log.ts";
import { beforeEvents } from "../shipments/recompute.ts";
import { settledAtFirst } from "../shipments/settled.ts";
import type { DeskColumns } from "./fields.ts";

export interface NewShipment {
  companyId: string;
  mode: JobMode;
  columns: DeskColumns;
  /** Names of parties. */
  shipper: string;
  consignee: string;
  /** What the cargo is. */
  goods: string;
  booking: {
    number: string;
    at: Date | null;
    price: string | null;
    currency: string | null;
    /** A day. */
    cargoReady: string | null;
  } | null;
}

const ROWS_AT_ONCE = 500;

/** Bytes in the JSON of a row. */
export const byteText = (bytes: Buffer): string => `\\x${bytes.toString("hex")}`;

/**
 * Stores shipments with containers and cargo, without numbers for the search and events: see `makeShipment`. Rows are written once,
 * with what follows from them: each further version of one would cost an entry in all of its indexes again.
 * @param entryOf the first entry of each one's log; without it the log comes later
 * @returns their ids by house number
 */
export async function insertShipments(
  db: Kysely<Database>,
  shipments: readonly NewShipment[],
  now: Date,
  entryOf?: (shipment: NewShipment, id: string) => NewEntry,
): Promise<Map<string, string>> {
  const parties = await readParties(db, shipments);
  const ids = new Map<string, string>();
  for (let start = 0; start < shipments.length; start += ROWS_AT_ONCE) {
    const part = shipments.slice(start, start + ROWS_AT_ONCE);
    const taken = await sql<{ id: string }>`
      select nextval(pg_get_serial_sequence('shipment', 'id')) as id
      from generate_series(1, ${part.length})`.execute(db);
    const made = part.map((shipment, index) => ({ shipment, id: taken.rows[index]!.id }));
    const ends = entryOf
      ? await insertEntries(
          db,
          made.map(({ shipment, id }) => ({ head: NO_ENTRIES, entry: entryOf(shipment, id) })),
        )
      : new Map<string, MovedHead>();
    for (const { shipment, id } of made) ids.set(shipment.columns.row.house_number, id);
    const rows = [];
    for (const { shipment, id } of made) {
      const end = ends.get(id);
      rows.push({
        id,
        ...rowOf(shipment, now),
        shipper_id: await parties.idOf(shipment.companyId, shipment.shipper),
        consignee_id: await parties.idOf(shipment.companyId, shipment.consignee),
        log_sequence: end?.log_sequence ?? 0,
        log_hash: end ? byteText(end.log_hash) : null,
      });
    }
    await insertRows(
      db,
      rows,
      made.flatMap(({ shipment, id }) => boxesOf(id, shipment.columns.containers)),
    );
    const cargo = made.map(({ shipment: { columns, goods }, id }) => {
      const { pieces, package_type, gross_weight_kg, volume_cbm } = columns.row;
      return {
        shipment_id: id,
        data_type: "O",
        pieces,
        package_type,
        gross_weight_kg,
        volume_cbm,
        description: goods,
      };
    });
    await sql`
      insert into shipment_cargo (shipment_id, data_type, pieces, package_type, gross_weight_kg, volume_cbm, description)
      select shipment_id, data_type, pieces, package_type, gross_weight_kg, volume_cbm, description
      from json_populate_recordset(null::shipment_cargo, ${JSON.stringify(cargo)}::json)`.execute(db);
  }
  return ids;
}

type Box = DeskColumns["containers"][number] & { shipment_id: string };

const boxesOf = (id: string, containers: DeskColumns["containers"]): Box[] =>
  containers.map((container) => ({ shipment_id: id, ...container }));

/** Rows of one statement, whose values are one parameter. */
async function insertRows(
  db: Kysely<Database>,
  rows: readonly Record<string, unknown>[],
  boxes: readonly Box[],
): Promise<void> {
  const names = sql.join(Object.keys(rows[0]!).map((name) => sql.ref(name)));
  await sql`
    insert into shipment (${names}, teu, before_events)
    select ${names}, b.teu, ${beforeEvents}
    from json_populate_recordset(null::shipment, ${JSON.stringify(rows)}::json)
    left join (
      select shipment_id, sum(teu_of(container_type)) as teu
      from json_to_recordset(${JSON.stringify(boxes)}::json) as b (shipment_id bigint, container_type text) group by 1
    ) b on b.shipment_id = id`.execute(db);
  await insertBoxes(db, boxes);
}

async function insertBoxes(db: Kysely<Database>, boxes: readonly Box[]): Promise<void> {
  if (boxes.length === 0) return;
  await sql`
    insert into shipment_container
    select * from json_populate_recordset(null::shipment_container, ${JSON.stringify(boxes)}::json)
    on conflict do nothing`.execute(db);
}

function rowOf({ companyId, mode, columns, booking }: NewShipment, now: Date) {
  const { row, moved, containers } = columns;
  const own = {
    ...row,
    ...moved,
    company_id: companyId,
    job_mode: mode,
    status: "BOOKED" as const,
    mother_vessel_imo: null,
    system_source: "PORTAL",
    business_unit: `${row.port_of_departure.slice(-3)}-${{ AIR: "AE", OCEAN: "OE", TRUCK: "RD" }[mode]}`,
    commercial_invoice_number: null,
    booking_number: booking?.number ?? null,
    estimated_charges: booking?.price ?? null,
    charges_currency: booking?.currency ?? null,
    chargeable_weight_kg: null,
    booking_at: booking?.at ?? null,
    first_eta: moved.eta,
    dates: {
      ...(booking?.cargoReady ? { cargoReady: booking.cargoReady } : {}),
    },
    container_numbers: containers.map(({ container_number }) => container_number),
    created_at: now,
    updated_at: now,
  };
  return { ...own, ...settledAtFirst(own, now) };
}

/** Gives shipments other parties. */
export async function putParties(
  db: Kysely<Database>,
  shipments: readonly (Pick<NewShipment, "companyId" | "shipper" | "consignee"> & { id: string })[],
): Promise<void> {
  if (shipments.length === 0) return;
  const parties = await readParties(db, shipments);
  for (const { id, companyId, shipper, consignee } of shipments)
    await db
      .updateTable("shipment")
      .set({
        shipper_id: await parties.idOf(companyId, shipper),
        consignee_id: await parties.idOf(companyId, consignee),
      })
      .where("id", "=", id)
      .execute();
}

/** Replaces the containers of shipments; those that are the same stay. */
export async function putContainers(
  db: Kysely<Database>,
  shipments: readonly { id: string; containers: DeskColumns["containers"] }[],
): Promise<void> {
  const boxes = shipments.flatMap(({ id, containers }) => boxesOf(id, containers));
  await sql`
    delete from shipment_container c
    where c.shipment_id = any(${shipments.map(({ id }) => id)}::bigint[]) and not exists (
      select from json_populate_recordset(null::shipment_container, ${JSON.stringify(boxes)}::json) b
      where b.shipment_id = c.shipment_id and b.line = c.line and b is not distinct from c)`.execute(db);
  await insertBoxes(db, boxes);
}

const PARTY_CODE_MAX = 16;

/** Finds the companies' parties of these names at once; those that are not there are made when they are asked for. */
async function readParties(
  db: Kysely<Database>,
  shipments: readonly Pick<NewShipment, "companyId" | "shipper" | "consignee">[],
) {
  const keyOf = (companyId: string, name: string) => `${companyId} ${name.toLowerCase()}`;
  const named = new Map(
    shipments.flatMap(({ companyId, shipper, consignee }) =>
      [shipper, consignee].map((name) => [keyOf(companyId, name), { companyId, name }] as const),
    ),
  );
  const parties = [...named];
  const { rows } = await sql<{ key: string; id: string }>`
    select n.key, min(p.id) as id
    from unnest(${parties.map(([key]) => key)}::text[], ${parties.map(([, { companyId }]) => companyId)}::bigint[],
      ${parties.map(([, { name }]) => name)}::text[]) n (key, company_id, name)
    join party p on p.company_id = n.company_id and lower(p.name) = lower(n.name)
    group by n.key`.execute(db);
  const known = new Map(rows.map(({ key, id }) => [key, id]));
  return {
    async idOf(companyId: string, name: string): Promise<string> {
      const key = keyOf(companyId, name);
      const id = known.get(key) ?? (await makeParty(db, companyId, name));
      known.set(key, id);
      return id;
    },
  };
}

/** A party gets a code out of its name. */
async function makeParty(db: Kysely<Database>, companyId: string, name: string): Promise<string> {
  const base =
    referenceKey(name)
      .replace(/[^A-Z0-9]/g, "")
      .slice(0, PARTY_CODE_MAX) || "PARTY";
  for (let count = 1; ; count++) {
    const code = count === 1 ? base : `${base}-${count}`;
    const made = await db
      .insertInto("party")
      .values({ company_id: companyId, code, name })
      .onConflict((conflict) => conflict.columns(["company_id", "code"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made) return made.id;
  }
}
