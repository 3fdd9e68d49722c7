import { type RawBuilder, sql } from "kysely";

/**
 * What a call does with rows of companies:
 * `self`: only the caller's own account; `company`: rows of the own company; `read`: reads what the caller
 * sees;
 * `write`: changes rows of the own company that the caller sees; `act`: as `write`, and staff change rows of
 * every company.
 */
export type Reach = "self" | "company" | "read" | "write" | "act";

/**
 * The rows that a call sees and may change. Every query of quotes, bookings, shipments, messages and files
 * takes it.
 */
export interface Scope {
  userId: string;
  companyId: string;
  /** Rows of all companies are seen; of bookings only those that are submitted (`seenBookings`). */
  isEveryCompany: boolean;
  /** Which of the seen rows may be changed. */
  changes: "none" | "own" | "seen";
}

const CHANGES: Record<Reach, Scope["changes"]> = {
  self: "own",
  company: "own",
  read: "none",
  write: "own",
  act: "seen",
};

export function scopeOf(
  caller: { userId: string; companyId: string; isForwarder: boolean },
  reach: Reach,
): Scope {
  const { userId, companyId, isForwarder } = caller;
  const isEveryCompany = isForwarder && reach !== "self" && reach !== "company";
  return { userId, companyId, isEveryCompany, changes: CHANGES[reach] };
}

/** Condition on a row that names its company in the column, for example `q.company_id`. */
export function seenRows({ companyId, isEveryCompany }: Scope, column: string): RawBuilder<boolean> {
  return isEveryCompany ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${companyId}`;
}

/** Condition on a row that the call may change; of no row when it only reads. */
export function changeableRows(scope: Scope, column: string): RawBuilder<boolean> {
  if (scope.changes === "none") return sql<boolean>`false`;
  return seenRows({ ...scope, isEveryCompany: scope.isEveryCompany && scope.changes === "seen" }, column);
}
