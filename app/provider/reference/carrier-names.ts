import { type Kysely, type RawBuilder, sql } from "kysely";
import type { JobMode } from "#app/contract/shipment-code.ts";
import type { Database } from "../db/schema.ts";

/** How names are compared: without regard to case and the number of spaces. */
export const nameKey = (text: RawBuilder<string>) =>
  sql<string>`lower(regexp_replace(btrim(${text}), '\\s+', ' ', 'g'))`;

/** The carrier of a mode that a typed text means: its code, its name, or a name that the desk has assigned; null for any other. */
export async function carrierCodeOf(
  db: Kysely<Database>,
  typed: string,
  mode: JobMode,
): Promise<string | null> {
  const key = nameKey(sql`${typed}::text`);
  const { rows } = await sql<{ code: string }>`
    select c.code from carrier c left join carrier_alias a on a.carrier_code = c.code and a.name_key = ${key}
    where c.mode = ${mode} and (${key} in (lower(c.code), lower(c.name)) or a.name_key is not null)
    order by a.name_key is not null, c.code limit 1`.execute(db);
  return rows[0]?.code ?? null;
}
