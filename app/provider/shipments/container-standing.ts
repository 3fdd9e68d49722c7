import { type Kysely, sql } from "kysely";
import type { FreeTimeLine } from "#app/lib/free-time-lines.ts";
import {
  type ContainerTime,
  type ContainerTimes,
  containerTimes,
} from "#app/lib/milestones/container-times.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { Database } from "../db/schema.ts";
import { dayOf, type FreeTimeShipment, freeTimeOf, readFreeTime } from "./free-time-record.ts";
import { readEvents } from "./recompute.ts";

export interface ContainerStanding {
  times: ContainerTimes;
  /** When the proof of delivery was uploaded, by the forwarder's own milestone. */
  proof: ContainerTime | null;
  /** The clock that runs until the empty return; null where none is known. */
  emptyReturn: FreeTimeLine | null;
}

/** The end of the journey of containers, by shipment id and number, from the events that the shipment's milestones have. */
export async function containerStandings(
  db: Kysely<Database>,
  wanted: readonly { shipmentId: string; containerNumber: string | null }[],
  now: Date,
): Promise<(shipmentId: string, containerNumber: string | null) => ContainerStanding | null> {
  const ids = [...new Set(wanted.map(({ shipmentId }) => shipmentId))];
  const { rows } = await sql<FreeTimeShipment & { dates: { railRampLastFreeDay?: string } }>`
    select id, company_id, carrier_code, port_of_arrival, port_of_final_arrival, container_numbers, dates
    from shipment where id = any(${ids}::bigint[])`.execute(db);
  const events = await readEvents(db, ids);
  const records = await readFreeTime(db, rows, events);
  const eventsOf = Map.groupBy(events, ({ shipmentId }) => shipmentId);
  const standings = new Map<string, ContainerStanding>();
  for (const row of rows) {
    const own = eventsOf.get(row.id) ?? [];
    const numbers = wanted.flatMap(({ shipmentId, containerNumber }) =>
      shipmentId === row.id ? [containerNumber ?? ""] : [],
    );
    const ends = [row.port_of_arrival, ...(row.port_of_final_arrival ? [row.port_of_final_arrival] : [])];
    const times = containerTimes(own, numbers.map(referenceKey), ends);
    const free = freeTimeOf(row, own, records, { railDay: dayOf(row.dates.railRampLastFreeDay), now });
    const proofEvent = own.find(({ code, classifier }) => code === "PODU" && classifier === "ACT");
    for (const number of numbers) {
      const lines = free.find(
        ({ containerNumber }) => referenceKey(containerNumber) === referenceKey(number),
      )?.lines;
      standings.set(`${row.id} ${referenceKey(number)}`, {
        times: times.get(referenceKey(number))!,
        proof: proofEvent ? { ...proofEvent, isActual: true } : null,
        emptyReturn: lines?.find(({ type, isOpen }) => isOpen && type !== "DEM") ?? null,
      });
    }
  }
  return (shipmentId, containerNumber) =>
    standings.get(`${shipmentId} ${referenceKey(containerNumber ?? "")}`) ?? null;
}
