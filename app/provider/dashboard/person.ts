import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import {
  type Arrangement,
  type DashboardBlock,
  type dashboardArrange,
  dashboardBlocks,
} from "#app/contract/dashboard.ts";
import { MINUTE_MS, SECOND_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";

/** A visit has ended when the page was not opened for so long. */
const VISIT_MS = 30 * MINUTE_MS;
/** Opening the page again sooner is not written down. */
const SEEN_AGAIN_MS = MINUTE_MS;

type Block = { key: DashboardBlock; isShown: boolean };

export interface DashboardPerson {
  blocks: Block[];
  isUsual: boolean;
  /** The end of the visit before the one of this moment. */
  since: Date | null;
  /** The person's visit has to be written down. */
  isToNote: boolean;
}

/** How the person has arranged the page, and since when there is something to tell them. */
export async function readPerson(db: Kysely<Database>, userId: string, now: Date): Promise<DashboardPerson> {
  const row = await db
    .selectFrom("dashboard_person")
    .select(["blocks", "seen_at", "seen_before"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const seen = row?.seen_at ?? null;
  const away = seen ? now.getTime() - seen.getTime() : Number.POSITIVE_INFINITY;
  return {
    blocks: wholeArrangement(row?.blocks ?? null),
    isUsual: !row?.blocks,
    since: away > VISIT_MS ? seen : (row?.seen_before ?? null),
    isToNote: away > SEEN_AGAIN_MS,
  };
}

/**
 * Every block that there is, once: those that were arranged in their order, and the others behind the one that they come after
 * on the page as it comes.
 */
function wholeArrangement(stored: Arrangement | null): Block[] {
  const known = new Map<DashboardBlock, boolean>();
  for (const { key, isShown } of stored ?? []) {
    const block = dashboardBlocks.find((each) => each === key);
    if (block && !known.has(block)) known.set(block, isShown);
  }
  const blocks = [...known].map(([key, isShown]) => ({ key, isShown }));
  for (const [index, key] of dashboardBlocks.entries()) {
    if (known.has(key)) continue;
    const before = blocks.findIndex((block) => block.key === dashboardBlocks[index - 1]);
    blocks.splice(before + 1, 0, { key, isShown: true });
  }
  return blocks;
}

/** Writes the visit down; of two at once the second continues the first. Whole seconds, as the list's filter has. */
export async function noteVisit(db: Kysely<Database>, userId: string, now: Date): Promise<void> {
  const at = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
  await sql`
    insert into dashboard_person as p (user_id, seen_at) values (${userId}, ${at})
    on conflict (user_id) do update set seen_at = greatest(p.seen_at, excluded.seen_at),
      seen_before = case when p.seen_at < ${new Date(now.getTime() - VISIT_MS)} then p.seen_at else p.seen_before end`.execute(
    db,
  );
}

/** `dashboard/layout` */
export async function readLayout({ db, caller, now }: CallerContext) {
  const { blocks, isUsual } = await readPerson(db, caller.userId, now);
  return { blocks, isUsual };
}

/** `dashboard/arrange`: names of blocks that there are not are forgotten. */
export async function arrange(
  { blocks }: z.output<typeof dashboardArrange.request>,
  { db, caller }: CallerContext,
): Promise<null> {
  const stored = blocks && JSON.stringify(wholeArrangement(blocks));
  await db
    .insertInto("dashboard_person")
    .values({ user_id: caller.userId, blocks: stored, seen_at: null, seen_before: null })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ blocks: stored }))
    .execute();
  return null;
}
