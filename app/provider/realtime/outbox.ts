import { type Kysely, sql } from "kysely";
import type { RealtimeEvent } from "../db/realtime-event.ts";
import type { Database } from "../db/schema.ts";

/** Wakes the listeners of every process; it carries nothing, the table does. */
export const REALTIME_NOTIFICATION = "fairlead_realtime";

/** Tells every process of the provider, when the transaction of `trx` commits. */
export async function publish(trx: Kysely<Database>, event: RealtimeEvent): Promise<void> {
  await sql`
    with written as (insert into realtime_outbox (event) values (${JSON.stringify(event)}::jsonb) returning 1)
    select pg_notify(${REALTIME_NOTIFICATION}, '') from written`.execute(trx);
}
