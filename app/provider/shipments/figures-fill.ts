import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import { cleanContainerNumber, ownContainers } from "#app/lib/container-number.ts";
import { MINUTE_MS } from "#app/lib/date-time.ts";
import { buildMilestones } from "#app/lib/milestones/chain.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { markMoved } from "./container-move.ts";
import { writeFigures } from "./figures.ts";
import { type FreeTimeShipment, readFreeTime, storedFreeTimeOf } from "./free-time-record.ts";
import { readEvents } from "./recompute.ts";

const BATCH = 500;
/** Nothing is added after the migration: what another process gave up is found then. */
const AGAIN_MS = 10 * MINUTE_MS;

type Row = FreeTimeShipment & { moved_containers: string[]; dates: { railRampLastFreeDay?: string } };

/**
 * Counts what reports need of shipments whose events were stored before migration 0063, and changes nothing else of them.
 * Each batch is a transaction of its own; several processes may run it at once.
 */
export async function fillFigures(db: Kysely<Database>, now: Date): Promise<void> {
  for (let count = BATCH; count === BATCH; ) count = await transaction(db, (trx) => fillBatch(trx, now));
}

/** `fillFigures` beside what the provider does; until then what it counts of a shipment is not known. */
export const startFilling = (db: Kysely<Database>, log: Logger): { stop(): Promise<void> } =>
  startLoop(async () => (await fillBatch(db, new Date())) > 0, {
    name: "figures",
    pauseMs: AGAIN_MS,
    onError: (error) => log.warn({ err: error }, "Figures of older shipments could not be counted"),
  });

async function fillBatch(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows: taken } = await sql<{ shipment_id: string }>`
    delete from figures_waiting where shipment_id in (
      select shipment_id from figures_waiting order by shipment_id limit ${BATCH} for update skip locked)
    returning shipment_id`.execute(db);
  const ids = taken.map(({ shipment_id }) => shipment_id);
  const { rows: stored } = await sql<Row>`
    select id, company_id, carrier_code, port_of_arrival, port_of_final_arrival, container_numbers, moved_containers, dates
    from shipment where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
  const events = Map.groupBy(await readEvents(db, ids), ({ shipmentId }) => shipmentId);
  const records = await readFreeTime(db, stored, [...events.values()].flat());
  const figures = stored.map((row) => {
    const container_numbers = ownContainers(row.container_numbers, row.moved_containers);
    const own = markMoved(events.get(row.id) ?? [], row.moved_containers);
    const { milestones } = buildMilestones(own, {
      now,
      containers: container_numbers.map(cleanContainerNumber),
    });
    const { containers } = storedFreeTimeOf({ ...row, container_numbers }, own, records, {
      dates: row.dates,
      now,
    });
    return { id: row.id, milestones, containers };
  });
  await writeFigures(db, figures);
  return ids.length;
}
