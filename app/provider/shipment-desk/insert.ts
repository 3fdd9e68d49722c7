import { type Kysely, sql } from "kysely";
import type { JobMode } from "#app/contract/shipment-code.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
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

/** A statement takes 65,535 parameters. */
const ROWS_AT_ONCE = 500;

/**
 * Stores shipments with containers and cargo, without log, numbers for the search and events: see `makeShipment`.
 * @returns their ids by house number
 */
export async function insertShipments(
  db: Kysely<Database>,
  shipments: readonly NewShipment[],
  now: Date,
): Promise<Map<string, string>> {
  const parties = new Map<string, string>();
  const party = async (companyId: string, name: string) => {
    const key = `${companyId} ${name.toLowerCase()}`;
    const id = parties.get(key) ?? (await partyId(db, companyId, name));
    parties.set(key, id);
    return id;
  };
  const ids = new Map<string, string>();
  for (let start = 0; start < shipments.length; start += ROWS_AT_ONCE) {
    const part = shipments.slice(start, start + ROWS_AT_ONCE);
    const values = [];
    for (const each of part)
      values.push({
        ...rowOf(each, now),
        shipper_id: await party(each.companyId, each.shipper),
        consignee_id: await party(each.companyId, each.consignee),
      });
    const made = await db.insertInto("shipment").values(values).returning(["id", "house_number"]).execute();
    for (const { id, house_number } of made) ids.set(house_number, id);
    const idOf = ({ columns }: NewShipment) => ids.get(columns.row.house_number)!;
    const boxes = part.flatMap((each) =>
      each.columns.containers.map((container) => ({ shipment_id: idOf(each), ...container })),
    );
    for (let from = 0; from < boxes.length; from += ROWS_AT_ONCE)
      await db
        .insertInto("shipment_container")
        .values(boxes.slice(from, from + ROWS_AT_ONCE))
        .execute();
    await db
      .insertInto("shipment_cargo")
      .values(
        part.map((each) => {
          const { pieces, package_type, gross_weight_kg, volume_cbm } = each.columns.row;
          return {
            ...{ shipment_id: idOf(each), data_type: "O" as const, pieces, package_type },
            ...{ gross_weight_kg, volume_cbm, description: each.goods },
          };
        }),
      )
      .execute();
  }
  return ids;
}

function rowOf({ companyId, mode, columns, booking }: NewShipment, now: Date) {
  const { row, moved } = columns;
  return {
    ...row,
    ...moved,
    company_id: companyId,
    job_mode: mode,
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
    dates: JSON.stringify({
      ...(booking?.cargoReady ? { cargoReady: booking.cargoReady } : {}),
      ...(moved.eta ? { confirmedBookingEta: moved.eta.toISOString() } : {}),
    }),
    delay_reason: null,
    delay_due_at: null,
    log_hash: null,
    created_at: now,
    updated_at: now,
  };
}

/** Replaces the containers of a shipment. */
export async function putContainers(
  db: Kysely<Database>,
  id: string,
  containers: DeskColumns["containers"],
): Promise<void> {
  await db.deleteFrom("shipment_container").where("shipment_id", "=", id).execute();
  if (containers.length === 0) return;
  await db
    .insertInto("shipment_container")
    .values(containers.map((container) => ({ shipment_id: id, ...container })))
    .execute();
}

const PARTY_CODE_MAX = 16;

/** The company's party of that name; a new one gets a code out of its name. */
async function partyId(db: Kysely<Database>, companyId: string, name: string): Promise<string> {
  const known = await db
    .selectFrom("party")
    .select("id")
    .where("company_id", "=", companyId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .orderBy("id")
    .executeTakeFirst();
  if (known) return known.id;
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
