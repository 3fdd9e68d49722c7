import { type RawBuilder, sql } from "kysely";
import { type Scope, seenRows } from "../call/scope.ts";

/**
 * Condition on a booking. The forwarder's staff do not see drafts that the customer has never submitted or
 * has taken back. `isTakenBackToo` includes the latter, so that staff who answer such a booking are told what
 * happened to it.
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
