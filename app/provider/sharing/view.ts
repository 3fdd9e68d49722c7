import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { SharedShipment, shareDocument, shareOpen, shareView } from "#app/contract/share.ts";
import type { DocumentType } from "#app/contract/shipment-code.ts";
import { ownContainers } from "#app/lib/container-number.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { hashToken } from "../call/caller.ts";
import type { CallContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { readDetail, readPaperLines } from "../shipments/detail.ts";
import { makeDocument } from "../shipments/document.ts";
import { EVENT_COLUMNS, ownEvents, toPublicEvent } from "../shipments/event-row.ts";
import { inScope, type ShipmentScope, shipmentScopeOf } from "../shipments/filter.ts";
import { delayDaysOf, isDelayed } from "../shipments/row.ts";
import { wireDatesOf } from "../shipments/wire-dates.ts";
import { liveShareLink } from "./link.ts";

/** What strangers see by a link. Whatever was not chosen is never read from the database. */

/** Prices of the seller are for nobody but the company. */
const NEVER_SHOWN: readonly DocumentType[] = ["COMMERCIAL_INVOICE"];

type Link = NonNullable<Awaited<ReturnType<typeof liveShareLink>>>;

/** The link of a token. @throws Refusal CODE_NOT_FOUND alike for an unknown, a renewed, an expired and a revoked one */
async function linkOf(token: string, { db, now }: CallContext): Promise<Link> {
  const link = await liveShareLink(db, hashToken(token), now);
  if (!link) throw new Refusal(CODE_NOT_FOUND, "shareOver");
  return link;
}

/** What the company of the link sees; nobody in particular reads. */
const scopeOf = (db: Kysely<Database>, link: Link): Promise<ShipmentScope> =>
  shipmentScopeOf(db, {
    userId: "0",
    companyId: link.company_id,
    isEveryCompany: link.is_forwarder,
    changes: "none",
  });

/** `share.open` */
export async function openShare(
  { token, isCounted }: z.output<typeof shareOpen.request>,
  context: CallContext,
): Promise<null> {
  const { id } = await linkOf(token, context);
  if (isCounted)
    await context.db
      .updateTable("share_link")
      .set({ seen_count: sql`seen_count + 1`, last_seen_at: context.now })
      .where("id", "=", id)
      .execute();
  return null;
}

function selectShared(db: Kysely<Database>, link: Link, scope: ShipmentScope) {
  return db
    .selectFrom("share_link_shipment as ls")
    .innerJoin("shipment as s", "s.id", "ls.shipment_id")
    .select([
      "s.id",
      "s.house_number",
      "s.status",
      "s.delay_due_at",
      "s.job_mode",
      "s.service_type",
      "s.port_of_departure",
      "s.port_of_arrival",
      "s.port_of_final_arrival",
      "s.first_eta",
      "s.etd",
      "s.day_only",
      "s.atd",
      "s.eta",
      "s.ata",
      "s.container_numbers",
      "s.moved_containers",
      "s.updated_at",
    ])
    .where("ls.link_id", "=", link.id)
    .where(sql<boolean>`${inScope(scope)}`)
    .orderBy("ls.line")
    .execute();
}

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::bigint[])`;

async function partiesOf(db: Kysely<Database>, { shows_parties }: Link, ids: readonly string[]) {
  if (!shows_parties) return new Map<string, NonNullable<SharedShipment["parties"]>>();
  const rows = await db
    .selectFrom("shipment as s")
    .innerJoin("party as shipper", "shipper.id", "s.shipper_id")
    .innerJoin("party as consignee", "consignee.id", "s.consignee_id")
    .select(["s.id", "shipper.name as shipper", "consignee.name as consignee"])
    .where("s.id", "=", anyOf(ids))
    .execute();
  return new Map(rows.map(({ id, ...parties }) => [id, parties]));
}

async function documentsOf(db: Kysely<Database>, { shows_documents }: Link, ids: readonly string[]) {
  if (!shows_documents) return null;
  const rows = await db
    .selectFrom("shipment_document")
    .select(["id", "shipment_id", "document_type", "number", "issued_on", "file_name"])
    .where("shipment_id", "=", anyOf(ids))
    .where("document_type", "not in", NEVER_SHOWN)
    .where("is_uploaded", "=", false)
    .orderBy("id")
    .execute();
  return Map.groupBy(rows, (row) => row.shipment_id);
}

/** `share.view` */
export async function viewShare(
  { token }: z.output<typeof shareView.request>,
  context: CallContext,
): Promise<z.input<typeof shareView.response>> {
  const { db, language, now } = context;
  const link = await linkOf(token, context);
  const shipments = await selectShared(db, link, await scopeOf(db, link));
  const ids = shipments.map((row) => row.id);
  const events = await db
    .selectFrom("event_shipment")
    .innerJoin("event", "event.event_id", "event_shipment.event_id")
    .select(EVENT_COLUMNS)
    .select("event_shipment.shipment_id")
    .where("event_shipment.shipment_id", "=", anyOf(ids))
    .where("event.event_type", "in", ["TRANSPORT", "EQUIPMENT", "AIR"])
    .orderBy("event.occurred_at")
    .orderBy("event.event_id")
    .execute();
  const eventsOf = Map.groupBy(events, (event) => event.shipment_id);
  const parties = await partiesOf(db, link, ids);
  const documents = await documentsOf(db, link, ids);
  const places = await placeNames(db, language, [
    ...shipments.flatMap((row) => [row.port_of_departure, row.port_of_arrival, row.port_of_final_arrival]),
    ...events.map((event) => event.place_code),
  ]);
  return {
    company: link.company,
    expiresAt: instantToWire(link.expires_at)!,
    shipments: shipments.map((row) => ({
      id: row.id,
      houseNumber: row.house_number,
      status: row.status,
      isDelayed: isDelayed(row, now),
      delayDays: delayDaysOf(row, now),
      mode: row.job_mode,
      serviceType: row.service_type,
      portOfDeparture: places.of(row.port_of_departure),
      portOfArrival: places.of(row.port_of_arrival),
      destination: places.of(row.port_of_final_arrival ?? row.port_of_arrival),
      ...wireDatesOf(row),
      containerNumbers: ownContainers(row.container_numbers, row.moved_containers),
      events: ownEvents(eventsOf.get(row.id) ?? [], row.moved_containers).map((event, index) => ({
        ...toPublicEvent(event, index, { places, boxes: [] }),
        containerNumber: event.container_number,
      })),
      updatedAt: instantToWire(row.updated_at)!,
      parties: parties.get(row.id) ?? null,
      documents:
        documents?.get(row.id)?.map((document) => ({
          id: document.id,
          documentType: document.document_type as DocumentType,
          number: document.number,
          issuedOn: document.issued_on,
          fileName: document.file_name,
        })) ??
        (documents && []),
    })),
  };
}

/** `share.document`. @throws Refusal CODE_NOT_FOUND for a document that the link does not show */
export async function documentOfShare(
  { token, documentId, clock }: z.output<typeof shareDocument.request>,
  context: CallContext,
): Promise<FileAnswer> {
  const { db, language, now } = context;
  const link = await linkOf(token, context);
  const document =
    link.shows_documents &&
    (await db
      .selectFrom("shipment_document as d")
      .innerJoin("share_link_shipment as ls", "ls.shipment_id", "d.shipment_id")
      .select(["d.shipment_id"])
      .where("d.id", "=", documentId)
      .where("ls.link_id", "=", link.id)
      .where("d.document_type", "not in", NEVER_SHOWN)
      .where("d.is_uploaded", "=", false)
      .executeTakeFirst());
  if (!document) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const options = { language, now, hasCharges: false };
  const detail = await readDetail(db, await scopeOf(db, link), document.shipment_id, options);
  const lines = await readPaperLines(db, document.shipment_id);
  const file = detail && makeDocument({ ...detail, lines }, documentId, { language, clock });
  if (!file) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return file;
}
