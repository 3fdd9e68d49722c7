import type { Insertable, Kysely } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "#app/provider/db/schema.ts";
import { storeEvents } from "#app/provider/shipments/event-store.ts";
import { indexReferences } from "#app/provider/shipments/reference.ts";

export interface GivenShipment extends Partial<Omit<Insertable<Database["shipment"]>, "company_id">> {
  house_number: string;
  containers?: string[];
  poNumbers?: string[];
}

/** A shipment of one container from Shanghai to Hamburg, with cargo data of all three types and a house bill. */
export async function makeShipment(
  db: Kysely<Database>,
  companyId: string,
  { containers = ["CSQU3054383"], poNumbers = [], ...shipment }: GivenShipment,
): Promise<{ id: string; documentId: string }> {
  const parties = await db
    .insertInto("party")
    .values(
      ["Shenzhen Secret Factory", "Hamburg Secret Buyer"].map((name, index) => ({
        company_id: companyId,
        code: `${shipment.house_number}-${index}`,
        name,
      })),
    )
    .returning("id")
    .execute();
  const { id } = await db
    .insertInto("shipment")
    .values({
      company_id: companyId,
      job_mode: "OCEAN",
      service_type: "PTP",
      service_level: "STANDARD",
      load_type: "FCL",
      incoterms: "FOB",
      payment_type: "PREPAID",
      shipper_id: parties[0]!.id,
      consignee_id: parties[1]!.id,
      port_of_departure: "CNSHA",
      port_of_arrival: "DEHAM",
      system_source: "TEST",
      business_unit: "FLD-SHA-OE",
      pieces: 10,
      package_type: "CTN",
      cartons: 10,
      gross_weight_kg: "1200.500",
      volume_cbm: "6.120",
      estimated_charges: "1234.50",
      charges_currency: "CNY",
      ...shipment,
    } as Insertable<Database["shipment"]>)
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [index, number] of containers.entries()) {
    await db
      .insertInto("shipment_container")
      .values({ shipment_id: id, line: index + 1, container_number: number, container_type: "45G1" })
      .execute();
  }
  for (const [index, po] of poNumbers.entries()) {
    await db
      .insertInto("shipment_order_line")
      .values({
        shipment_id: id,
        line: index + 1,
        po_number: po,
        sku_number: `SKU-${index + 1}`,
        description: "Lamps",
        pieces: 10,
        cartons: 1,
      })
      .execute();
  }
  await db
    .insertInto("shipment_cargo")
    .values(
      (["O", "R", "H"] as const).map((data_type) => ({
        shipment_id: id,
        data_type,
        pieces: 10,
        package_type: "CTN",
        gross_weight_kg: data_type === "O" ? "1200.500" : "1190.250",
        volume_cbm: "6.120",
        description: "Lamps",
      })),
    )
    .execute();
  const document = await db
    .insertInto("shipment_document")
    .values({
      shipment_id: id,
      document_type: "HOUSE_BILL",
      number: `${shipment.house_number}-B`,
      issued_on: "2026-11-03",
      file_name: "house bill 提单.pdf",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await indexReferences(db, [id]);
  return { id, documentId: document.id };
}

export interface GivenEvent {
  code: string;
  /** Days from now at which it was reported; by default when it happened. */
  received?: number;
  classifier?: "PLN" | "EST" | "ACT";
  /** Days from now. */
  day: number;
  place: string;
  container?: string;
  delayReasonCode?: string;
  /** Of equipment; laden by default. */
  emptyIndicatorCode?: "EMPTY";
}

const EQUIPMENT = new Set(["LOAD", "DISC", "GTIN", "GTOT", "STUF"]);
let serial = 0;

/** Imports events of the shipment by the call that carriers use. */
export async function tellEvents(
  db: Kysely<Database>,
  houseNumber: string,
  events: readonly GivenEvent[],
  now = new Date(),
): Promise<void> {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const report = await storeEvents(
    db,
    events.map(({ code, classifier = "ACT", day, received = day, place, container, ...rest }) => {
      const isEquipment = EQUIPMENT.has(code);
      serial++;
      return {
        eventID: `${houseNumber}-${serial}`,
        eventCreatedDateTime: at(Math.min(received, 0)),
        eventType: isEquipment ? "EQUIPMENT" : "TRANSPORT",
        eventClassifierCode: classifier,
        eventDateTime: at(day),
        [isEquipment ? "equipmentEventTypeCode" : "transportEventTypeCode"]: code,
        ...(container ? { equipmentReference: container } : {}),
        ...(isEquipment ? { emptyIndicatorCode: "LADEN" } : {}),
        transportCall: { transportCallID: "call-1", UNLocationCode: place, modeOfTransport: "VESSEL" },
        references: [{ referenceType: "FF", referenceValue: houseNumber }],
        ...rest,
      };
    }),
    { source: "SECRETLINE", now },
  );
  const refused = [...report.rejected, ...report.quarantined];
  if (refused.length > 0) throw new Error(refused.map(({ reason }) => reason).join());
}
