import type { Kysely, Selectable } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { Database } from "../db/schema.ts";
import { type Caller, Refusal } from "../http/handler.ts";

export type ChannelRow = Selectable<Database["channel"]>;

/** A channel that the caller may see, locked for a write when asked; another company's is not there. */
export async function findChannel(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
  { isLocked = false } = {},
): Promise<ChannelRow> {
  const row = await db
    .selectFrom("channel")
    .selectAll()
    .where("id", "=", id)
    .$if(!caller.isForwarder, (query) => query.where("company_id", "=", caller.companyId))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}
