import { type Kysely, type Selectable, sql } from "kysely";
import type { WebhookMessage } from "#app/contract/webhook.ts";
import { WEBHOOK_TEST, type WebhookMessageType } from "#app/contract/webhook-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { placeNames } from "../reference/place-names.ts";
import { EVENT_COLUMNS, type StoredEvent, toWireEvent } from "../shipments/event-row.ts";

export type WebhookEvent = Selectable<Database["webhook_event"]>;

/** The topic of a test, which nobody asks for. */
export const TEST_TOPIC = "test";

/** Whose content is read when it is handed out; the others were noted with theirs. */
const isShipmentEvent = ({ topic, type }: WebhookEvent) => topic === "shipments" && type === "shipment.event";

const PAGES: Record<WebhookEvent["topic"], string> = {
  shipments: "/shipments/detail/",
  quotes: "/quote/detail?id=",
  bookings: "/shipments/bookingDetail/",
  invoices: "/billing/detail/",
  messages: "/messageCenter/index?session=",
  [TEST_TOPIC]: "/account/webhookDetail?id=",
};

/** What is told of each subject. */
export const subjectOf = (topic: WebhookEvent["topic"], id: string, publicUrl: string) => ({
  id,
  url: publicUrl + PAGES[topic] + id,
});

/** The `webhook-id` of a message. */
export const messageId = (key: string): string => `msg_${key}`;

/**
 * What is told of each event, by its id, with the shapes of the customer's calls. An event of a shipment that has gone
 * meanwhile is left out.
 */
export async function dataOf(
  db: Kysely<Database>,
  events: readonly WebhookEvent[],
  publicUrl: string,
): Promise<Map<string, WebhookMessage["data"]>> {
  const ofShipments = await shipmentData(db, events.filter(isShipmentEvent));
  return new Map(
    events.flatMap((event) => {
      const { id, topic, subject_id, data } = event;
      const content = isShipmentEvent(event) ? ofShipments.get(id) : wireOf(data);
      return content ? [[id, { ...subjectOf(topic, subject_id, publicUrl), ...content }] as const] : [];
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
    join event on event.event_id = w.data->>'eventId' and event.event_type <> 'RETRACTION'
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

/** What a message is called. The stored type of a test is one that the version before knows, since it lists deliveries by type. */
export const typeOf = ({ topic, type }: Pick<WebhookEvent, "topic" | "type">): WebhookMessageType =>
  topic === TEST_TOPIC ? WEBHOOK_TEST : type;

/** The body that is signed: the same for each try. */
export function bodyOf(event: Pick<WebhookEvent, "topic" | "type" | "at" | "sequence" | "data">): string {
  const message: WebhookMessage = {
    type: typeOf(event),
    timestamp: event.at.toISOString(),
    sequence: event.sequence ?? 0,
    data: event.data as WebhookMessage["data"],
  };
  return JSON.stringify(message);
}
