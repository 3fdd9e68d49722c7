import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import {
  type DeskShipmentFields,
  type deskCarriage,
  deskShipmentFields,
} from "#app/contract/shipment-desk.ts";
import type { Language } from "#app/contract/user.ts";
import { dayToWire, formatInstant } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { type DeskColumns, zoneOf } from "./fields.ts";

/** The fields of a stored shipment as the form has them. */
export async function storedFields(
  db: Kysely<Database>,
  id: string,
  language: Language,
): Promise<DeskShipmentFields> {
  return (await storedFieldsOf(db, [id], language)).get(id)!;
}

/** Dates and carriage as customers see them: events may have moved what the form states. */
export async function currentCarriage(
  db: Kysely<Database>,
  id: string,
  language: Language,
): Promise<z.input<typeof deskCarriage>> {
  const { etd, eta, vesselName, voyage, flightNumber } = (
    await storedFieldsOf(db, [id], language, "current")
  ).get(id)!;
  return { etd, eta, vesselName, voyage, flightNumber };
}

/** The fields of stored shipments, by their ids: as they were stated, or as events have moved them. */
export async function storedFieldsOf(
  db: Kysely<Database>,
  ids: readonly string[],
  language: Language,
  which: "stated" | "current" = "stated",
): Promise<Map<string, DeskShipmentFields>> {
  const stated = which === "stated" ? sql`s.before_events` : sql`null::jsonb`;
  const rows = await db
    .selectFrom("shipment as s")
    .selectAll("s")
    .select([
      sql<Own>`coalesce(${stated}, to_jsonb(s))`.as("own"),
      sql<
        string | null
      >`(select v.name from vessel v where v.imo = coalesce(${stated}->>'vessel_imo', s.vessel_imo))`.as(
        "vessel_name",
      ),
    ])
    .where(sql<boolean>`s.id = any(${[...ids]}::bigint[])`)
    .execute();
  const containers = Map.groupBy(
    await db
      .selectFrom("shipment_container")
      .selectAll()
      .where(sql<boolean>`shipment_id = any(${[...ids]}::bigint[])`)
      .orderBy("line")
      .execute(),
    ({ shipment_id }) => shipment_id,
  );
  const toDeskFields = await shower(db, language);
  const fieldsById = new Map<string, DeskShipmentFields>();
  for (const row of rows)
    fieldsById.set(
      row.id,
      await toDeskFields(row, row.own, row.vessel_name ?? "", containers.get(row.id) ?? []),
    );
  return fieldsById;
}

/** What columns that are not stored yet will be as fields of the form. */
export async function fieldsOfColumns(
  { row, moved, containers }: DeskColumns,
  vesselName: string,
  { db, language }: { db: Kysely<Database>; language: Language },
): Promise<DeskShipmentFields> {
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  const own = { ...moved, etd: iso(moved.etd), eta: iso(moved.eta) };
  return (await shower(db, language))(row, own, moved.vessel_imo === null ? "" : vesselName, containers);
}

/** What events move, as JSON has it. */
type Own = Partial<Record<"etd" | "eta" | "vessel_imo" | "voyage" | "flight_number", string | null>> & {
  day_only?: readonly string[];
};

type DisplayedRow = Omit<DeskColumns["row"], "cartons">;

async function shower(db: Kysely<Database>, language: Language) {
  const places = await placeNames(db, language);
  const named = (code: string | null) => {
    if (code === null) return "";
    const { name } = places.of(code);
    return name === code ? code : `${name} (${code})`;
  };
  const local = async (own: Own, key: "etd" | "eta", code: string) => {
    const at = own[key];
    if (!at) return "";
    if (own.day_only?.includes(key)) return dayToWire(new Date(at))!;
    return formatInstant(new Date(at), await zoneOf(db, code))!
      .slice(0, 16)
      .replace(" ", "T");
  };
  return async (
    row: DisplayedRow,
    own: Own,
    vesselName: string,
    containers: readonly Omit<DeskColumns["containers"][number], "line">[],
  ): Promise<DeskShipmentFields> =>
    deskShipmentFields.parse({
      houseNumber: row.house_number,
      masterNumber: row.master_number ?? "",
      carrierBookingNumber: row.carrier_booking_number ?? "",
      carrierCode: row.carrier_code ?? "",
      vesselImo: own.vessel_imo ?? "",
      vesselName,
      voyage: own.voyage ?? "",
      flightNumber: own.flight_number ?? "",
      placeOfReceipt: named(row.place_of_receipt),
      portOfDeparture: named(row.port_of_departure),
      portOfArrival: named(row.port_of_arrival),
      portOfFinalArrival: named(row.port_of_final_arrival),
      etd: await local(own, "etd", row.port_of_departure),
      eta: await local(own, "eta", row.port_of_arrival),
      serviceType: row.service_type,
      serviceLevel: row.service_level,
      loadType: row.load_type,
      incoterms: row.incoterms,
      paymentType: row.payment_type,
      pieces: String(row.pieces),
      packageType: row.package_type,
      grossWeightKg: row.gross_weight_kg,
      volumeCbm: row.volume_cbm,
      containers: containers.map((container) => ({
        containerNumber: container.container_number,
        containerType: container.container_type,
        sealNumber: container.seal_number ?? "",
        pieces: container.pieces === null ? "" : String(container.pieces),
        grossWeightKg: container.gross_weight_kg ?? "",
        volumeCbm: container.volume_cbm ?? "",
      })),
    });
}
