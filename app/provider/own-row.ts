import type { Kysely, Selectable } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { Database } from "./db/schema.ts";
import { type Caller, Refusal } from "./http/handler.ts";

/**
 * A row that the caller may see, for reading or locked for a write: the forwarder sees all companies', and another
 * company's is not there.
 *
 * @throws Refusal CODE_NOT_FOUND
 */
export async function findOwnRow<Table extends "booking" | "channel" | "quote">(
  db: Kysely<Database>,
  table: Table,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
): Promise<Selectable<Database[Table]>> {
  const row = await db
    .selectFrom(table as "booking" | "channel" | "quote")
    .selectAll()
    .where("id", "=", id)
    .$if(!caller.isForwarder, (query) => query.where("company_id", "=", caller.companyId))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row as unknown as Selectable<Database[Table]>;
}
