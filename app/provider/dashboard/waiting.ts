import { sql } from "kysely";
import { type Waiting, waitingMenus } from "#app/contract/caller-news.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import { drafts } from "../bookings/drafts.ts";
import type { CallerContext } from "../call/context.ts";
import { seenRows } from "../call/scope.ts";
import { cachedPlan } from "../db/kept-plan.ts";
import { inView } from "../invoices/standing.ts";
import { toDecide } from "../quotes/to-decide.ts";

/** More of a kind are not counted: a tab has no room for them. */
const MOST = 100;

/**
 * What waits for a customer's person, of the menus that they have and as the lists have it: every page asks for it, so it is one
 * statement, which reads at most 100 rows of an index for each. Nothing for the forwarder's people, whose inbox says it.
 */
export async function countWaiting({ db, caller, scope, now }: CallerContext): Promise<Waiting> {
  const menus = waitingMenus.filter((menu) => caller.menus.includes(menu));
  if (scope.isEveryCompany || menus.length === 0) return {};
  const rowsOf = {
    SHIPMENTS: sql`shipment s where ${seenRows(scope, "s.company_id")} and s.status <> 'COMPLETED'
      and s.delay_due_at < ${now}`,
    QUOTES: toDecide(scope, now),
    BOOKING: drafts(scope),
    BILLING: sql`invoice i where ${seenRows(scope, "i.company_id")} and ${inView("OVERDUE", dayToWire(now)!)}`,
  };
  const counts = menus.map(
    (menu) => sql`(select count(*)::int from (select from ${rowsOf[menu]} limit ${sql.lit(MOST)}) found)`,
  );
  const { rows } = await sql<{ counts: number[] }>`${cachedPlan}
    select array[${sql.join(counts)}] as counts`.execute(db);
  return Object.fromEntries(
    menus.flatMap((menu, index) => {
      const count = rows[0]!.counts[index]!;
      return count > 0 ? [[menu, count]] : [];
    }),
  );
}
