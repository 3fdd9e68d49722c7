import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { jobModes } from "#app/contract/shipment-code.ts";
import type { Database } from "../db/schema.ts";

const instant = z.iso.datetime({ offset: true });
const port = z.string().regex(/^([A-Z]{2}[A-Z2-9]{3}|[A-Z]{3})$/);

/**
 * An arrival of before the product was used, as an operator brings it along (`npm run carrier -- arrivals`): `etas` are those
 * that stood 14 and 7 days before it by sea, and 1 day before it by air and road.
 */
export const pastArrival = z.strictObject({
  reference: z.string().trim().min(1).max(50),
  carrierCode: z.string().trim().min(1).max(10),
  mode: z.enum(jobModes),
  portOfDeparture: port,
  portOfArrival: port,
  arrivedAt: instant,
  etas: z.strictObject({ 14: instant.optional(), 7: instant.optional(), 1: instant.optional() }),
});
export type PastArrival = z.output<typeof pastArrival>;

/** Keeps arrivals of a company; one whose reference is there already is replaced. */
export async function keepPastArrivals(
  db: Kysely<Database>,
  companyId: string,
  arrivals: readonly PastArrival[],
): Promise<void> {
  await sql`
    insert into past_arrival (company_id, reference, carrier_code, job_mode, port_of_departure, port_of_arrival, arrived_at, etas)
    select distinct on (reference) ${companyId}::bigint, reference, "carrierCode", mode, "portOfDeparture", "portOfArrival",
      "arrivedAt", etas
    from jsonb_to_recordset(${JSON.stringify(arrivals)}::jsonb) as a (reference text, "carrierCode" text, mode text,
      "portOfDeparture" text, "portOfArrival" text, "arrivedAt" timestamptz, etas jsonb)
    order by reference, "arrivedAt" desc
    on conflict (company_id, reference) do update set carrier_code = excluded.carrier_code, job_mode = excluded.job_mode,
      port_of_departure = excluded.port_of_departure, port_of_arrival = excluded.port_of_arrival,
      arrived_at = excluded.arrived_at, etas = excluded.etas`.execute(db);
}
