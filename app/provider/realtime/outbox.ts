import { type Kysely, sql } from "kysely";
import type { RealtimeEvent } from "../db/realtime-event.ts";
import type { Database } from "../db/schema.ts";

/**
 * Channel of the notification that wakes the listeners of every process. It has no payload; events are in the
 * table.
 */
export const REALTIME_NOTIFICATION = "fairlead_realtime";

/** Sends an event to every process of the provider when the transaction of `trx` commits. */
export async function publish(trx: Kysely<Database>, event: RealtimeEvent): Promise<void> {
  await sql`
    with written as (insert into realtime_outbox (event) values (${JSON.stringify(event)}::jsonb) returning 1)
    select pg_notify(${REALTIME_NOTIFICATION}, '') from written`.execute(trx);
}
