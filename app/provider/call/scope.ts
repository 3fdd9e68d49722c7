import { type RawBuilder, sql } from "kysely";

/**
 * What a call does with rows of companies: it touches the caller's own account alone (`self`), rows of the own company
 * whoever that is (`company`), looks at what the caller sees (`read`), changes what it sees of the own company (`write`), or
 * of every company as its staff do (`act`).
 */
export type Reach = "self" | "company" | "read" | "write" | "act";

/** Whose rows a call sees, and which of them it may change: every query of quotes, bookings, shipments, messages and files takes it. */
export interface Scope {
  userId: string;
  companyId: string;
  /** Rows of other companies are seen too; of bookings those that stand submitted (`seenBookings`). */
  isEveryCompany: boolean;
  /** Of the rows that are seen. */
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
