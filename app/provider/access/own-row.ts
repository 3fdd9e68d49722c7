import type { Kysely, Selectable } from "kysely";
import { CODE_FORBIDDEN, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { Refusal } from "../call/refusal.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import type { Database } from "../db/schema.ts";
import { seenBookings } from "./seen-bookings.ts";

/**
 * Finds a row that the scope sees, to read it or, locked, to write it. A row of another company counts as
 * missing; a row that the scope sees but may not change is refused.
 * @throws Refusal CODE_NOT_FOUND, CODE_FORBIDDEN
 */
export async function findOwnRow<Table extends "booking" | "channel" | "quote" | "team">(
  db: Kysely<Database>,
  table: Table,
  scope: Scope,
  id: string,
  { isLocked = false } = {},
): Promise<Selectable<Database[Table]>> {
  if (isLocked && scope.changes === "none")
    throw new Error(`A read-only call tried to lock a row of ${table}`);
  const row = await db
    .selectFrom(table as "booking" | "channel" | "quote" | "team")
    .selectAll()
    .where("id", "=", id)
    .where(
      table === "booking"
        ? seenBookings(scope, table, { isTakenBackToo: isLocked })
        : seenRows(scope, `${table}.company_id`),
    )
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (scope.changes === "own" && row.company_id !== scope.companyId)
    throw new Refusal(CODE_FORBIDDEN, "forbidden");
  return row as unknown as Selectable<Database[Table]>;
}
