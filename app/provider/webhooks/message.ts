import { type Kysely, type Selectable, sql } from "kysely";
import type { WebhookMessage } from "#app/contract/webhook.ts";
import type { WebhookTopic } from "#app/contract/webhook-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { EVENT_COLUMNS, type StoredEvent, toWireEvent } from "../shipments/event-row.ts";

export type WebhookEvent = Selectable<Database["webhook_event"]>;

const PAGES: Record<WebhookTopic, string> = {
  shipments: "/shipments/detail/",
  quotes: "/quote/detail?id=",
  bookings: "/shipments/bookingDetail/",
  invoices: "/billing/detail/",
  messages: "/messageCenter/index?session=",
};

/**
 * What is told of each event, by its id, with the shapes of the customer's calls. An event of a shipment that has gone
 * meanwhile is left out.
 */
export async function dataOf(
  db: Kysely<Database>,
  events: readonly WebhookEvent[],
  publicUrl: string,
): Promise<Map<string, WebhookMessage["data"]>> {
  const ofShipments = await shipmentData(
    db,
    events.filter(({ topic }) => topic === "shipments"),
  );
  return new Map(
    events.flatMap((event) => {
      const { id, topic, subject_id, data } = event;
      const told = topic === "shipments" ? ofShipments.get(id) : wireOf(data);
      const url = publicUrl + PAGES[topic] + subject_id;
      return told ? [[id, { id: subject_id, url, ...told }] as const] : [];
    }),
  );
}

/** Instants as the calls tell them. */
function wireOf({ validUntil, ...data }: Record<string, unknown>): Record<string, unknown> {
  if (validUntil === undefined) return data;
  return { ...data, validUntil: validUntil === null ? null : instantToWire(new Date(String(validUntil))) };
}

async function shipmentData(db: Kysely<Database>, events: readonly WebhookEvent[]) {
  if (events.length === 0) return new Map<string, Record<string, unknown>>();
  const { rows } = await sql<StoredEvent & { webhook_event: string; house_number: string }>`
    select w.id as webhook_event, s.house_number, ${sql.raw(EVENT_COLUMNS.join(", "))}
    from webhook_event w join shipment s on s.id = w.subject_id
    join event on event.event_id = w.data->>'eventId'
    where w.id = any(${events.map(({ id }) => id)}::bigint[])`.execute(db);
  const places = await placeNames(
    db,
    "en",
    rows.map((row) => row.place_code),
  );
  return new Map(
    rows.map((row) => [
      row.webhook_event,
      { houseNumber: row.house_number, event: toWireEvent(row, places) } as Record<string, unknown>,
    ]),
  );
}

/** The body that is signed: the same for each try. */
export function bodyOf({
  type,
  at,
  sequence,
  data,
}: Pick<WebhookEvent, "type" | "at" | "sequence" | "data">): string {
  const message: WebhookMessage = {
    type,
    timestamp: at.toISOString(),
    sequence: sequence ?? 0,
    data: data as WebhookMessage["data"],
  };
  return JSON.stringify(message);
}
