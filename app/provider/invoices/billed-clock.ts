import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { invoiceComparison } from "#app/contract/invoice.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import {
  type ContainerFreeTime,
  dayOf,
  type FreeTimeShipment,
  freeTimeOf,
  readFreeTime,
} from "../shipments/free-time-record.ts";
import { readEvents } from "../shipments/recompute.ts";

type Clock = z.input<typeof invoiceComparison.response>["clocks"][number];

/**
 * Demurrage and detention as billed for a shipment, beside what its events and the company's tariffs give. Days are
 * null where one of them is missing: what is not known is not called wrong.
 */
export async function billedClocks(db: Kysely<Database>, shipmentId: string, now: Date): Promise<Clock[]> {
  const { rows } = await sql<{
    line_id: string;
    container_number: string;
    clock: Clock["type"];
    clock_from: string;
    clock_to: string;
    clock_days: number;
  }>`
    select l.id as line_id, l.container_number, l.clock, l.clock_from, l.clock_to, l.clock_days
    from invoice i join invoice_line l on l.invoice_id = i.id
    where i.shipment_id = ${shipmentId} and i.kind = 'INVOICE' and l.clock is not null
    order by i.invoice_date, i.id, l.position`.execute(db);
  if (rows.length === 0) return [];
  const containers = await clocksOf(db, shipmentId, now);
  return rows.map((row) => {
    const key = referenceKey(row.container_number);
    const container = containers.find(({ containerNumber }) => referenceKey(containerNumber) === key);
    const line = container?.lines.find(({ type }) => type === row.clock);
    // A clock that is still running, or starts by an estimate, says nothing of what was to be billed.
    const cost = line?.cost?.by === "ended" && line.computed?.isActual ? line.cost : null;
    return {
      lineId: row.line_id,
      containerNumber: row.container_number,
      type: row.clock,
      billedDays: row.clock_days,
      billedFrom: row.clock_from,
      billedTo: row.clock_to,
      days: cost?.days ?? null,
      startEvent: line?.computed?.startEvent ?? null,
      startDay: line?.computed?.startDay ?? null,
      lastFreeDay: line?.lastFreeDay ?? null,
      endedOn: line?.endedOn ?? null,
      tariffCode: line?.tariff?.code ?? null,
    };
  });
}

/** Clocks of a shipment's containers by its events and its company's tariffs. */
export async function clocksOf(
  db: Kysely<Database>,
  shipmentId: string,
  now: Date,
): Promise<ContainerFreeTime[]> {
  const { rows: shipments } = await sql<FreeTimeShipment & { dates: { railRampLastFreeDay?: string } }>`
    select id, company_id, carrier_code, port_of_arrival, port_of_final_arrival, container_numbers, dates
    from shipment where id = ${shipmentId}`.execute(db);
  const shipment = shipments[0]!;
  const events = await readEvents(db, [shipmentId]);
  const records = await readFreeTime(db, shipments, events);
  return freeTimeOf(shipment, events, records, {
    railDay: dayOf(shipment.dates.railRampLastFreeDay),
    now,
  });
}
