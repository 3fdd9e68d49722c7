import { sql } from "kysely";
import type { z } from "zod";
import type { MenuName } from "#app/contract/access.ts";
import type { dashboard } from "#app/contract/dashboard.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import type { Scope } from "../call/scope.ts";

/** The rows of bookings `b` that are drafts, as SQL after `from`. */
export const drafts = (scope: Scope) =>
  sql`booking b where ${seenBookings(scope, "b")} and b.status = 'DRAFT'`;

/** Drafts that have not been sent, as the list has them; null for who does not see bookings. */
export async function countDrafts({
  db,
  caller,
  scope,
}: CallerContext): Promise<z.input<typeof dashboard.response>["drafts"]> {
  if (!caller.menus.includes("BOOKING" satisfies MenuName)) return null;
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${drafts(scope)}`.execute(db);
  return { total: rows[0]!.total, isTotalCapped: false };
}
