import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import type { ExportFailure } from "#app/contract/export-job-code.ts";
import { KEPT_MS } from "#app/lib/retention.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer, Route } from "../call/route.ts";
import { scopeOf } from "../call/scope.ts";
import { transaction } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { JOB_WAIT_MS, type Standby } from "../db/standby.ts";
import type { FileStore } from "../file-store/store.ts";
import { askerOf, type JobRow, type ListRoute, listRoutesIn } from "./job.ts";
import { tellAsker } from "./news.ts";

const POLL_MS = 1_000;
/** A job whose process has died is taken by another after this. */
const LEASE_MS = 60_000;
const BEAT_MS = 10_000;
const ATTEMPTS = 3;
/** A job that failed is tried again after this. */
const AGAIN_MS = 15_000;

export interface ExportWorkerOptions {
  database: Kysely<Database>;
  /** Lists are read from it; a second attempt reads from the primary. */
  standby?: Standby | undefined;
  files: FileStore;
  routes: readonly Route[];
  log: Logger;
  /** What handlers take from their process. */
  shared: Pick<CallerContext, "publicUrl" | "secrets" | "outside">;
  now?: () => Date;
}

/** The job was removed, or another process has taken it. */
class Lost extends Error {}

/**
 * Makes the files of waiting jobs one after the other, until it is stopped. Any number of processes may do so: a
 * job is held by a lease, its file has another key at each attempt, and only the holder of the lease can say that
 * it is ready (app/decisions/exports-and-imports.md).
 */
export function startExports(options: ExportWorkerOptions): { stop(): Promise<void> } {
  return startLoop((signal) => runNextExport(options, signal), {
    name: "exports",
    pauseMs: POLL_MS,
    onError: (error) => options.log.warn({ err: error }, "An export could not be taken or finished"),
  });
}

/** Makes the file of the first job that waits. @returns false when there is none */
export async function runNextExport(options: ExportWorkerOptions, stopping?: AbortSignal): Promise<boolean> {
  const { database, files, log, now = () => new Date() } = options;
  const job = await claim(options, now());
  if (!job) return false;
  if (job.attempts > ATTEMPTS) {
    await fail(options, job, "broken");
    return true;
  }
  try {
    await make(options, job, stopping);
    return true;
  } catch (error) {
    await files.remove(job.file_key!).catch(() => {});
    if (error instanceof Lost) return true;
    if (error instanceof Refusal) {
      log.info({ exportJob: job.id, reason: error.messageKey }, "An export is refused to who asked for it");
      await fail(options, job, "refused");
      return true;
    }
    if (stopping?.aborted) {
      await held(database, job)
        .set({ state: "queued", attempts: job.attempts - 1, leased_until: null, file_key: null })
        .execute();
      return false;
    }
    log.warn({ err: error, exportJob: job.id, attempts: job.attempts }, "An export could not be made");
    if (job.attempts >= ATTEMPTS) await fail(options, job, "broken");
    else
      await held(database, job)
        .set({ state: "queued", leased_until: new Date(now().getTime() + AGAIN_MS), file_key: null })
        .execute();
    return true;
  }
}

/** Takes a job that waits, or whose process has died, and removes what that one had written. */
async function claim({ database, files }: ExportWorkerOptions, now: Date): Promise<JobRow | undefined> {
  return transaction(database, async (trx) => {
    const job = await trx
      .selectFrom("export_job")
      .select(["id", "file_key"])
      .where("state", "in", ["queued", "running"])
      .where(({ or, eb }) => or([eb("leased_until", "is", null), eb("leased_until", "<", now)]))
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!job) return undefined;
    if (job.file_key) await files.remove(job.file_key);
    return trx
      .updateTable("export_job")
      .set({
        state: "running",
        attempts: sql`attempts + 1`,
        leased_until: new Date(now.getTime() + LEASE_MS),
        file_key: randomUUID(),
      })
      .where("id", "=", job.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** An update of the job by who holds its lease; of nobody else's. */
const held = (db: Kysely<Database>, { id, attempts, file_key }: JobRow) =>
  db
    .updateTable("export_job")
    .where("id", "=", id)
    .where("state", "=", "running")
    .where("attempts", "=", attempts)
    .where("file_key", "=", file_key);

async function make(options: ExportWorkerOptions, job: JobRow, stopping?: AbortSignal): Promise<void> {
  const { database, standby, files, routes, log, shared, now = () => new Date() } = options;
  const lists = listRoutesIn(routes);
  const { caller, route } = await askerOf(database, lists, job);
  // The job was taken before, so that all is there which who asked had written.
  const reads = job.attempts === 1 ? await standby?.readsNow(JOB_WAIT_MS) : undefined;
  const file = await route.list.make(job.request, {
    ...shared,
    db: database,
    reads,
    files,
    log,
    caller,
    language: job.language,
    now: now(),
    scope: scopeOf(caller, route.needs!.reach),
    clientAddress: "",
    userAgent: "",
    bearerToken: null,
    upload: null,
    idempotencyKey: null,
  });
  const ending = new AbortController();
  const signal = stopping ? AbortSignal.any([ending.signal, stopping]) : ending.signal;
  const beat = setInterval(() => {
    keepLease(options, lists, job).catch((error) => ending.abort(error));
  }, BEAT_MS);
  const counted = { bytes: 0 };
  try {
    await files.put(
      job.file_key!,
      Readable.from(chunksOf(file.body, counted, signal), { objectMode: false }),
    );
  } finally {
    clearInterval(beat);
  }
  await transaction(database, async (trx) => {
    // Of a right that was lost meanwhile nothing is handed out.
    const { caller: asker } = await askerOf(trx, lists, job);
    const [finishedAt, rows] = [now(), file.written?.rows ?? 0];
    const expiresAt = new Date(finishedAt.getTime() + KEPT_MS.exportFiles);
    const ready = await held(trx, job)
      .set({
        state: "ready",
        leased_until: null,
        rows,
        bytes: String(counted.bytes),
        file_name: file.fileName,
        content_type: file.contentType,
        rights: caller.resourceCodes,
        finished_at: finishedAt,
        expires_at: expiresAt,
      })
      .executeTakeFirst();
    if (ready.numUpdatedRows === 0n) throw new Lost();
    await tellAsker(trx, { job, asker, rows, expiresAt }, { now: finishedAt, publicUrl: shared.publicUrl });
  });
}

async function* chunksOf(body: FileAnswer["body"], counted: { bytes: number }, signal: AbortSignal) {
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    signal.throwIfAborted();
    counted.bytes += chunk.length;
    yield chunk;
  }
}

/** @throws Lost, or the Refusal of who asked for it */
async function keepLease(
  { database, now = () => new Date() }: ExportWorkerOptions,
  lists: readonly ListRoute[],
  job: JobRow,
): Promise<void> {
  const leasedUntil = new Date(now().getTime() + LEASE_MS);
  const lease = await held(database, job).set({ leased_until: leasedUntil }).executeTakeFirst();
  if (lease.numUpdatedRows === 0n) throw new Lost();
  await askerOf(database, lists, job);
}

/** Ends the job; who lost the right to it is told nothing. */
async function fail(options: ExportWorkerOptions, job: JobRow, reason: ExportFailure): Promise<void> {
  const { database, routes, shared, now = () => new Date() } = options;
  await options.files.remove(job.file_key!);
  await transaction(database, async (trx) => {
    const finishedAt = now();
    const failed = await held(trx, job)
      .set({ state: "failed", reason, leased_until: null, file_key: null, finished_at: finishedAt })
      .executeTakeFirst();
    if (failed.numUpdatedRows === 0n || reason === "refused") return;
    const asker = await askerOf(trx, listRoutesIn(routes), job).catch((error) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (!asker) return;
    await tellAsker(trx, { job, asker: asker.caller }, { now: finishedAt, publicUrl: shared.publicUrl });
  });
}
