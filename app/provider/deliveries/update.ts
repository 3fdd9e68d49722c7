import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type DeliveryUpdate, deliveryUpdate } from "#app/contract/delivery.ts";
import { isValidZone } from "#app/lib/date-time.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { isAhead, readItem } from "../call/sent-item.ts";
import type { Database } from "../db/schema.ts";

export interface Sound {
  index: number;
  update: DeliveryUpdate;
}
export type Content = Omit<DeliveryUpdate, "proof">;

/** The update, or what is wrong with it. */
export function readUpdate(item: unknown, now: Date): DeliveryUpdate | string {
  const read = readItem(deliveryUpdate, item, now);
  if (typeof read === "string") return read;
  const { at, timeZone } = read;
  if (at && isAhead(at, now)) return "at is ahead of the present time: it says what has happened";
  if (timeZone && !isValidZone(timeZone)) return `timeZone: ${timeZone} is no time zone that is known`;
  return read;
}

export interface DeliveryShipment {
  index: number;
  shipment_id: string;
  company_id: string;
}

/** The shipment that each update names by its house number, and by its container where it names one. */
export async function findShipments(
  db: Kysely<Database>,
  sound: readonly Sound[],
): Promise<Map<number, DeliveryShipment>> {
  const { rows } = await sql<DeliveryShipment>`
    select distinct on (g.index) g.index, r.shipment_id, r.company_id
    from unnest(${sound.map(({ index }) => index)}::int[],
      ${sound.map(({ update }) => referenceKey(update.houseNumber))}::text[],
      ${sound.map(({ update }) => referenceKey(update.containerNumber ?? ""))}::text[]) g (index, house, box)
    join shipment_reference r on r.value_key = g.house and r.kind = 'H'
    where g.box = '' or exists (
      select from shipment_reference c
      where c.shipment_id = r.shipment_id and c.kind = 'CNTR' and c.value_key = g.box)
    order by g.index, r.shipment_id desc`.execute(db);
  return new Map(rows.map((row) => [row.index, row]));
}

/** Of two updates stated at the same time the greater hash counts, whichever came first. */
export function contentHash({ proof, ...content }: DeliveryUpdate): Buffer {
  const file = proof && createHash("sha256").update(proof.contentBase64).digest("hex");
  return createHash("sha256")
    .update(JSON.stringify([Object.entries(content).sort(), proof?.fileName, file]))
    .digest();
}

/** The state that follows from everything said of a delivery, in the order in which it was stated. */
export function stateOf(updates: readonly Content[]) {
  const last = <K extends keyof Content>(name: K): Content[K] | null =>
    updates.findLast((each) => each[name] !== undefined)?.[name] ?? null;
  const window = updates.findLast(({ windowFrom }) => windowFrom !== undefined);
  const stated = updates.findLast(({ status }) => status !== undefined);
  const date = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return {
    container_number: last("containerNumber"),
    place_name: last("placeName") ?? "",
    address: last("address"),
    time_zone: last("timeZone"),
    window_from: date(window?.windowFrom),
    window_to: date(window?.windowTo),
    status: stated?.status ?? ("planned" as const),
    status_at: date(stated?.at),
    fail_reason: stated?.reason ?? null,
    driver_name: last("driverName"),
    vehicle: last("vehicle"),
    signed_by: last("signedBy"),
  };
}
