import { type RawBuilder, sql } from "kysely";
import { type Scope, seenRows } from "../call/scope.ts";

/**
 * Condition on a booking: the forwarder's staff see no draft that its customer has not submitted, or has taken back. Who is
 * about to answer one that was just taken back is told so (`isTakenBackToo`).
 */
export function seenBookings(
  scope: Scope,
  alias: string,
  { isTakenBackToo = false } = {},
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  if (!scope.isEveryCompany) return seenRows(scope, `${alias}.company_id`);
  return sql<boolean>`(${column("company_id")} = ${scope.companyId}
    or ${column("submitted_at")} is not null and (${isTakenBackToo} or ${column("status")} <> 'DRAFT'))`;
}
