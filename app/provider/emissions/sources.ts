import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import { readFactors } from "./factor.ts";
import { wireFactor } from "./shipment.ts";

/** The factors that are behind the figures of shipments `s`. */
export async function sourcesOf(
  db: Kysely<Database>,
  matching: RawBuilder<unknown>,
  language: Language,
): Promise<ReturnType<typeof wireFactor>[]> {
  const { rows } = await sql<{ factor_ids: string[] }>`
    select distinct e.factor_ids from shipment s join shipment_emission e on e.shipment_id = s.id
    where e.gap is null and ${matching}`.execute(db);
  const used = new Set(rows.flatMap(({ factor_ids }) => factor_ids.map(String)));
  return (await readFactors(db))
    .filter(({ id }) => used.has(id))
    .map((factor) => wireFactor(factor, language));
}
