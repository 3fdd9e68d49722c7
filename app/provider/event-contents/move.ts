import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/date-time.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import { FULL_WITHIN_MS } from "./behind.ts";
import { type ContentLine, packed, putChecked } from "./content-file.ts";
import { FILE_FIELD, isDue, KINDS, type Kind, thinned, timeOf } from "./kept-part.ts";
import { exactly } from "./read.ts";

/** Versions in a file: their rows are locked for less than a second. */
const BATCH = 1_000;
/** Rows that a step looks at, most of which may have been moved before. */
const LOOKED_AT = 10_000;
/** Longer than a step takes: another process goes on with the work of one that was killed. */
const LEASE_MS = 5 * MINUTE_MS;
/** A whole table is looked at again for rows that were added as old ones, or that somebody held. */
const AGAIN_MS = 30 * DAY_MS;
/** Nobody still works on a file that was begun so long ago. */
const ABANDONED_MS = HOUR_MS;

export interface MoveOptions {
  database: Kysely<Database>;
  files: FileStore;
  /** Contents that were stored or replaced before are moved. */
  before: Date;
  now: Date;
  batch?: number;
}

/**
 * Moves some old contents into a file: the file is written and read again first, then rows are thinned and name it in one
 * transaction. A process that dies before leaves a file that no row names, which is removed later. Any number of processes may do
 * so: one has the lease of a table, and a row that was thinned meanwhile is left as it is.
 * @returns whether there may be more to do
 */
export async function moveContents(options: MoveOptions): Promise<boolean> {
  const refused = await removeAbandoned(options);
  for (const kind of KINDS) if (await moveSome(kind, options)) return true;
  if (refused) throw refused.error;
  return false;
}

interface Walk {
  begun_at: Date;
  after_at: string;
  after_id: string;
  leased_until: string;
}

async function claim(kind: Kind, { database, now }: MoveOptions): Promise<Walk | undefined> {
  const { rows } = await sql<Walk>`
    update event_walk set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where kind = ${kind} and (leased_until is null or leased_until <= ${now})
    returning begun_at, after_at::text, after_id, leased_until::text`.execute(database);
  return rows[0];
}

/** Gives the lease back, at the place that the walk has come to. */
const moveOn = (
  db: Kysely<Database>,
  kind: Kind,
  { leased_until, begun_at, after_at, after_id }: Walk,
): Promise<unknown> =>
  sql`
    update event_walk set after_at = ${after_at}::timestamptz, after_id = ${after_id}, begun_at = ${begun_at}, leased_until = null
    where kind = ${kind} and leased_until = ${leased_until}::timestamptz`.execute(db);

async function moveSome(kind: Kind, options: MoveOptions): Promise<boolean> {
  const walk = await claim(kind, options);
  if (!walk) return false;
  const { database, now, before, batch = BATCH } = options;
  try {
    const { due, end, isLast } = await lookOn(kind, walk, options);
    const isWaiting =
      due.length > 0 &&
      due.length < batch &&
      isLast &&
      due.every(({ at }) => at > new Date(before.getTime() - FULL_WITHIN_MS));
    if (due.length > 0 && !isWaiting) {
      await moveRows(kind, { due, walk: { ...walk, ...end } }, options);
      return true;
    }
    const isOver = isLast && due.length === 0 && walk.begun_at < new Date(now.getTime() - AGAIN_MS);
    const place = isOver ? { after_at: "1970-01-01T00:00:00Z", after_id: "", begun_at: now } : end;
    await moveOn(database, kind, isWaiting ? walk : { ...walk, ...place });
    return !isLast;
  } catch (error) {
    // Without a database the lease ends by itself.
    await moveOn(database, kind, walk).catch(() => {});
    throw error;
  }
}

interface DueRow extends ContentLine {
  at: Date;
  after_at: string;
}
interface Seen {
  due: DueRow[];
  /** The last row that was looked at, or of the batch. */
  end: Pick<Walk, "after_at" | "after_id"> | undefined;
  /** Nothing older is behind it. */
  isLast: boolean;
}

/** The next rows in the order of their age. */
async function lookOn(
  kind: Kind,
  { after_at, after_id }: Walk,
  { database, before, batch = BATCH }: MoveOptions,
): Promise<Seen> {
  const [table, at] = [sql.table(kind), timeOf(kind)];
  const { rows } = await sql<DueRow & { isDue: boolean; seen: string }>`
    with seen as materialized (
      select event_id, ${at} as at, ${isDue} as is_due
      from ${table} where (${at}, event_id) > (${after_at}::timestamptz, ${after_id}) and ${at} < ${before}
      order by ${at}, event_id limit ${LOOKED_AT}
    ), due as (select * from seen where is_due order by at, event_id limit ${batch})
    select s.event_id as "eventId", s.at, s.at::text as after_at, s.is_due as "isDue", (select count(*) from seen) as seen,
      ${exactly("e.stored_at")} as "storedAt", e.version, case when s.is_due then e.payload::text end as sent
    from (select * from due union (select * from seen order by at desc, event_id desc limit 1)) s
    join ${table} e on e.event_id = s.event_id and e.${at} = s.at
    order by s.at, s.event_id`.execute(database);
  const due = rows.filter((row) => row.isDue).slice(0, batch);
  const isFull = due.length === batch;
  const last = isFull ? due.at(-1) : rows.at(-1);
  return {
    due,
    end: last && { after_at: last.after_at, after_id: last.eventId },
    isLast: !isFull && Number(rows[0]?.seen ?? 0) < LOOKED_AT,
  };
}

async function moveRows(
  kind: Kind,
  { due, walk }: { due: readonly DueRow[]; walk: Walk },
  { database, files, now }: MoveOptions,
): Promise<void> {
  const { content, sha256 } = await packed(
    due.map(({ eventId, storedAt, version, sent }) => ({ eventId, storedAt, version, sent })),
  );
  const { id, storage_key } = await database
    .insertInto("event_file")
    .values({ storage_key: randomUUID(), sha256, entries: 0, begun_at: now })
    .returning(["id", "storage_key"])
    .executeTakeFirstOrThrow();
  await putChecked(files, storage_key, content);
  const [table, at] = [sql.table(kind), timeOf(kind)];
  await transaction(database, async (trx) => {
    // Locked in the order in which corrections lock. What a correction holds or has changed is left for the next walk.
    const { rows } = await sql`
      with free as materialized (
        select e.event_id, e.${at} as at from ${table} e
        join unnest(${due.map(({ eventId }) => eventId)}::text[], ${due.map(({ storedAt }) => storedAt)}::timestamptz[],
          ${due.map(({ version }) => version)}::text[]) as d (event_id, stored_at, version)
          on e.event_id = d.event_id and e.stored_at = d.stored_at and e.version is not distinct from d.version
        where not e.payload ? ${sql.lit(FILE_FIELD)}
        order by e.event_id for no key update of e skip locked
      )
      update ${table} e set payload = ${thinned(sql.ref("e.payload"), id)}
      from free f where e.event_id = f.event_id and e.${at} = f.at returning e.event_id`.execute(trx);
    if (rows.length > 0) await nameFile(trx, id, { entries: rows.length, moved_at: now });
    await moveOn(trx, kind, walk);
  });
}

/** Without it the rows would name a file that is being removed. */
async function nameFile(
  trx: Kysely<Database>,
  id: string,
  progress: { entries: number; moved_at: Date },
): Promise<void> {
  const named = await trx
    .updateTable("event_file")
    .set(progress)
    .where("id", "=", id)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (named.numUpdatedRows !== 1n) throw new Error(`The file ${id} with contents of events was given up`);
}

/**
 * Removes files that no row names: they are marked first, so that nobody names them any more. A store that takes files and
 * removes none does not hold up the others.
 * @returns why a file is still there
 */
async function removeAbandoned({
  database,
  files,
  now,
}: MoveOptions): Promise<{ error: unknown } | undefined> {
  const rows = await database
    .updateTable("event_file")
    .set({ removed_at: now })
    .where("moved_at", "is", null)
    .where("begun_at", "<", new Date(now.getTime() - ABANDONED_MS))
    .returning(["id", "storage_key"])
    .execute();
  let refused: { error: unknown } | undefined;
  for (const { id, storage_key } of rows) {
    const failed = await files.remove(storage_key).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (!failed) await database.deleteFrom("event_file").where("id", "=", id).execute();
    refused ??= failed;
  }
  return refused;
}
