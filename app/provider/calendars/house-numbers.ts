import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

export async function houseNumbers(
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("shipment")
    .select(["id", "house_number"])
    .where("id", "=", sql<string>`any(${[...shipmentIds]}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, house_number }) => [id, house_number]));
}
