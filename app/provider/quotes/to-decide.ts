import { sql } from "kysely";
import type { z } from "zod";
import type { MenuName } from "#app/contract/access.ts";
import type { dashboard } from "#app/contract/dashboard.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { type Scope, seenRows } from "../call/scope.ts";
import { statusAt } from "./store.ts";

/** The rows of quotes `q` that wait for a decision, as SQL after `from`. */
export const toDecide = (scope: Scope, now: Date) =>
  sql`quote q where ${seenRows(scope, "q.company_id")} and q.status = 'READY_TO_BOOK' and ${statusAt(now)} = 'READY_TO_BOOK'`;

/** Quotes that wait for a decision, as the list has them, and when the first expires; null for who does not see quotes. */
export async function countToDecide({
  db,
  caller,
  scope,
  now,
}: CallerContext): Promise<z.input<typeof dashboard.response>["toDecide"]> {
  if (!caller.menus.includes("QUOTES" satisfies MenuName)) return null;
  const { rows } = await sql<{ total: number; first: Date | null }>`
    select count(*)::int as total, min(q.valid_until) as first from ${toDecide(scope, now)}`.execute(db);
  const { total, first } = rows[0]!;
  return { total, isTotalCapped: false, firstUntil: instantToWire(first) };
}
