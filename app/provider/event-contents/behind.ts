import { type Kysely, sql } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";
import { isDue, KINDS, type Kind, timeOf } from "./kept-part.ts";

/** A file is smaller than it could be only when its contents have waited for so long. */
export const FULL_WITHIN_MS = 7 * DAY_MS;
/** Rows after the walk's place that are looked at: the job passes as many in a step. */
const LOOKED_AT = 10_000;
/** No more rows are looked at to count contents: some tenths of a second. */
const COUNTED = 50_000;

/** What was stored or replaced before is old. */
export function limitOf(months: number, now: Date): Date {
  const limit = new Date(now);
  limit.setUTCMonth(now.getUTCMonth() - months);
  return limit;
}

interface Place {
  at: string;
  id: string;
}

/**
 * When the oldest content was stored or replaced that the job has to move; undefined: it has moved all. Told from the
 * place that the job's walk has come to, in a few milliseconds however large the tables are. A row that somebody held
 * when the walk came by is not behind: the next walk has it.
 */
export async function oldestBehind(
  db: Kysely<Database>,
  limits: { months: number; now: Date },
): Promise<Date | undefined> {
  const oldestTimes = await Promise.all(KINDS.map((kind) => oldestOf(db, kind, limits)));
  return oldestTimes
    .filter((at) => at !== undefined)
    .sort((one, other) => one.getTime() - other.getTime())[0];
}

async function oldestOf(
  db: Kysely<Database>,
  kind: Kind,
  { months, now }: { months: number; now: Date },
): Promise<Date | undefined> {
  const place = await placeOf(db, kind, months);
  const seen = beyond(kind, place, limitOf(months, now));
  const { rows } = await sql<{ at: Date }>`
    select at from (${seen} limit ${LOOKED_AT}) s where is_due limit 1`.execute(db);
  if (rows[0]) return rows[0].at;
  // The walk is among rows that it has thinned before, and what comes after them is no older than the last.
  const { rows: more } = await sql<{ at: Date }>`${seen} offset ${LOOKED_AT - 1} limit 1`.execute(db);
  return more[0]?.at;
}

/** How many contents the job has to move; unless `isAll` there may be more behind the rows that were looked at. */
export async function countBehind(
  db: Kysely<Database>,
  { months, now }: { months: number; now: Date },
): Promise<{ count: number; isAll: boolean }> {
  const sum = { count: 0, isAll: true };
  for (const kind of KINDS) {
    const seen = beyond(kind, await placeOf(db, kind, months), limitOf(months, now));
    const { rows } = await sql<{ count: number; seen: number }>`
      select count(*) filter (where is_due)::int as count, count(*)::int as seen from (${seen} limit ${COUNTED}) s`.execute(
      db,
    );
    sum.count += rows[0]!.count;
    sum.isAll &&= rows[0]!.seen < COUNTED;
  }
  return sum;
}

/**
 * Behind which nothing has been moved: the walk's place. A walk that is not the first began when all was moved that was old
 * then, though its place is before that for a while.
 */
async function placeOf(db: Kysely<Database>, kind: Kind, months: number): Promise<Place> {
  const { rows } = await sql<Place & { begun_at: Date; isLater: boolean }>`
    select after_at::text as at, after_id as id, begun_at, coalesce(begun_at >=
      (select moved_at from event_file where moved_at is not null order by id limit 1), false) as "isLater"
    from event_walk where kind = ${kind}`.execute(db);
  const { at, id, begun_at, isLater } = rows[0]!;
  const done = limitOf(months, begun_at);
  return isLater && done > new Date(at) ? { at: done.toISOString(), id: "" } : { at, id };
}

/** Old rows after the place, in the order of the walk. */
const beyond = (kind: Kind, { at, id }: Place, before: Date) => {
  const time = timeOf(kind);
  return sql`
    select ${time} as at, ${isDue} as is_due from ${sql.table(kind)}
    where (${time}, event_id) > (${at}::timestamptz, ${id}) and ${time} < ${before}
    order by ${time}, event_id`;
};
