import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type Kysely, type Selectable, sql } from "kysely";
import { SYSTEM_IMPORT } from "#app/contract/forwarder-system-code.ts";
import { tellWork } from "#app/lib/observed.ts";
import type { CallerContext } from "../call/context.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { FileFault, readRecords } from "./file-read.ts";
import { tellFaulty } from "./news.ts";
import type { FileName } from "./place.ts";
import { type BothLanguages, type SentRecord, tell } from "./record.ts";
import { takeRecords } from "./take.ts";

/** As long as no step of a batch takes; another process goes on with the file after it. */
const LEASE_MS = 90_000;

/** Its name in metrics. */
export const IMPORT_JOB = "system-imports";

export type FileImport = Selectable<Database["system_import"]>;

export interface Taking {
  context: CallerContext;
  /** Of this process. */
  worker: string;
  now: () => Date;
  signal: AbortSignal;
}

/** Another process has the file. */
class Lost extends Error {}

export async function digestOf(path: string): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest();
}

/**
 * The import of a content, which there is once, and whether this process works on it now: nobody did, or whoever did has died.
 * Several processes may ask for the same at once.
 */
export async function claimFile(
  { name, kind, isFirst }: FileName,
  digest: Buffer,
  { context: { db, caller }, worker, now }: Taking,
): Promise<{ row: FileImport; isMine: boolean }> {
  const at = now();
  const { rows } = await sql<FileImport>`
    insert into system_import (company_id, kind, channel, source, state, is_first, content_digest, started_at, worker, leased_until)
    values (${caller.companyId}, ${kind}, 'FILE', ${name}, 'WORKING', ${isFirst}, ${digest}, ${at}, ${worker}, ${until(at)})
    on conflict (company_id, kind, content_digest) do update set worker = excluded.worker, leased_until = excluded.leased_until
      where system_import.put_away_at is null and system_import.leased_until <= ${at}
    returning *`.execute(db);
  if (rows[0]) return { row: rows[0], isMine: true };
  const row = await db
    .selectFrom("system_import")
    .selectAll()
    .where("company_id", "=", caller.companyId)
    .where("kind", "=", kind)
    .where("content_digest", "=", digest)
    .executeTakeFirstOrThrow();
  return { row, isMine: false };
}

const until = (at: Date) => new Date(at.getTime() + LEASE_MS);

/** Takes what is left of a file, batch by batch. @returns false when it was told to stop, or another process has it */
export async function takeFile(
  path: string,
  file: FileName,
  row: FileImport,
  taking: Taking,
): Promise<boolean> {
  try {
    let batch: SentRecord[] = [];
    const content = await readRecords(path, file);
    const running = { ...row, is_first: row.is_first || content.isFirst };
    for await (const record of content.records) {
      if (record.line <= row.lines_done) continue;
      batch.push(record);
      if (batch.length < SYSTEM_IMPORT.fileBatch) continue;
      await takeBatch(batch, running, taking);
      // A long file is one step of the job, which would seem to stand.
      tellWork("job", { name: IMPORT_JOB, outcome: "worked" });
      batch = [];
      if (taking.signal.aborted) {
        await letGo(row, taking);
        return false;
      }
    }
    if (batch.length > 0) await takeBatch(batch, running, taking);
    await endFile(row, null, taking);
    return true;
  } catch (error) {
    if (error instanceof Lost) return false;
    if (!(error instanceof FileFault)) throw error;
    await endFile(row, error.told, taking);
    return true;
  }
}

/** One transaction, which also notes how far the file is taken: a batch is there whole or not at all. */
async function takeBatch(batch: readonly SentRecord[], row: FileImport, taking: Taking): Promise<void> {
  const { context, worker, now } = taking;
  const last = batch.at(-1)!.line;
  await transaction(
    context.db,
    async (db) => {
      const held = await sql<{ lines_done: number }>`
        select lines_done from system_import where id = ${row.id} and worker = ${worker} and state = 'WORKING'
        for update`.execute(db);
      const done = held.rows[0]?.lines_done;
      if (done === undefined) throw new Lost();
      // Of a commit whose answer was lost.
      if (done >= last) return;
      const running = { id: row.id, kind: row.kind, source: row.source, isFirst: row.is_first };
      await takeRecords(batch, running, { ...context, db, now: now() });
      await sql`
        update system_import set lines_done = ${last}, is_first = ${row.is_first}, leased_until = ${until(now())}
        where id = ${row.id}`.execute(db);
    },
    { isRepeatable: true },
  );
}

async function letGo({ id }: FileImport, { context: { db }, worker, now }: Taking): Promise<void> {
  await sql`update system_import set leased_until = ${now()} where id = ${id} and worker = ${worker}`.execute(
    db,
  );
}

async function endFile(
  { id }: FileImport,
  failure: BothLanguages | null,
  { context, worker, now }: Taking,
): Promise<void> {
  await transaction(context.db, async (db) => {
    const { rows } = await sql<FileImport>`
    update system_import set state = ${failure ? "FAILED" : "DONE"}, failure = ${failure && JSON.stringify(failure)}::jsonb,
      ended_at = ${now()}, leased_until = ${until(now())}
    where id = ${id} and worker = ${worker} and state = 'WORKING'
    returning *`.execute(db);
    for (const row of rows) await tellFaulty(row, { ...context, db, now: now() });
  });
}

/** Nothing of the file is taken. */
export const failFile = endFile;

/** A fault of this program, not of the file: it would come again with every try. */
export const failBroken = (row: FileImport, taking: Taking): Promise<void> =>
  endFile(row, tell("systemFileBroken"), taking);

export async function readAgain({ id }: FileImport, db: Kysely<Database>): Promise<FileImport> {
  return db.selectFrom("system_import").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function noteAway({ id }: FileImport, db: Kysely<Database>, now: Date): Promise<void> {
  await db.updateTable("system_import").set({ put_away_at: now }).where("id", "=", id).execute();
}
