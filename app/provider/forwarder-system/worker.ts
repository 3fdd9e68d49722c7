import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { instantToWire } from "#app/lib/date-time.ts";
import { startLoop } from "#app/lib/worker-loop.ts";
import { loadAbsentCaller } from "../call/caller.ts";
import type { CallerContext } from "../call/context.ts";
import { isDesk } from "../call/needs.ts";
import { scopeOf } from "../call/scope.ts";
import { isConnectionLost, isDuplicate } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import {
  claimFile,
  digestOf,
  type FileImport,
  failBroken,
  failFile,
  IMPORT_JOB,
  noteAway,
  readAgain,
  type Taking,
  takeFile,
} from "./file-take.ts";
import { type FileName, FileTooLarge, type ImportPlace, readName, type WaitingFile } from "./place.ts";
import { tell } from "./record.ts";
import { reportFile } from "./report.ts";

const POLL_MS = 5_000;
const FILE_BYTES = 1024 * 1024 * 1024;

export interface ImportWorkerOptions {
  database: Kysely<Database>;
  /** Opened for each look, and closed after it. */
  open(): Promise<ImportPlace>;
  /** User name of the member of staff in whose name files are taken. */
  actingAs: string;
  log: Logger;
  /** What rules take from their process. */
  shared: Pick<CallerContext, "publicUrl" | "secrets" | "outside" | "files">;
  now?: () => Date;
  pollMs?: number;
}

/** As of the last look, by name: a file that is still being written has changed since. */
type Looks = Map<string, string>;

/**
 * Takes the files that a forwarder's system puts into a folder, one after the other, until it is stopped. Any number of processes may
 * do so: a content has one row, which one of them holds at a time (app/decisions/exports-and-imports.md).
 */
export function startSystemImports(options: ImportWorkerOptions): { stop(): Promise<void> } {
  const { log, pollMs = POLL_MS } = options;
  const looks: Looks = new Map();
  const worker = randomUUID();
  return startLoop((signal) => lookOnce(options, { looks, worker, signal }), {
    name: IMPORT_JOB,
    pauseMs: pollMs,
    onError: (error) =>
      log.warn({ err: error }, "Files of the forwarder's system cannot be taken at present"),
  });
}

interface Look {
  looks: Looks;
  worker: string;
  signal: AbortSignal;
}

/** Always answers that there is nothing to do at once: whether a file is complete shows at the next look. */
async function lookOnce(options: ImportWorkerOptions, { looks, worker, signal }: Look): Promise<boolean> {
  const place = await options.open();
  try {
    for (const file of completeOf(await place.list(), looks)) {
      if (signal.aborted) return false;
      await takeOne(place, file, { options, worker, signal });
    }
    return false;
  } finally {
    await place.close();
  }
}

const order = ["SHIPMENT", "MILESTONE", "STATUS", "INVOICE"];

/** Files that were the same at the last look, shipments before what is about them. */
function completeOf(waiting: readonly WaitingFile[], looks: Looks): FileName[] {
  const before = new Map(looks);
  looks.clear();
  const complete = waiting.flatMap(({ name, bytes, modifiedMs }) => {
    const file = readName(name);
    if (!file) return [];
    const mark = `${bytes} ${modifiedMs}`;
    looks.set(name, mark);
    return before.get(name) === mark ? file : [];
  });
  return complete.sort(
    (a, b) =>
      order.indexOf(a.kind) - order.indexOf(b.kind) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

async function takeOne(
  place: ImportPlace,
  file: FileName,
  { options, worker, signal }: { options: ImportWorkerOptions; worker: string; signal: AbortSignal },
): Promise<void> {
  const { database, log, now = () => new Date() } = options;
  const taking: Taking = { context: await contextOf(options, file), worker, now, signal };
  const folder = await mkdtemp(join(tmpdir(), "fairlead-import-"));
  const copy = join(folder, "content");
  try {
    const isLarge = await fetched(place, file, copy);
    const { row, isMine } = await claimFile(file, await digestOf(copy), taking);
    if (!isMine && row.put_away_at === null) return;
    if (isMine && row.state === "WORKING") {
      const isTaken = isLarge ? await failLarge(row, taking) : await takeOrFail(copy, file, row, taking, log);
      if (!isTaken) return;
    }
    const ended = await readAgain(row, database);
    const isSame = !isMine;
    const report = join(folder, "report.csv");
    await writeReport(ended, report, { database, isSame });
    const to = ended.state === "DONE" && !isRefused(ended) ? "done" : "failed";
    const own = extname(file.name);
    // Nothing that lies there is replaced: a system may give the same name every day.
    const asName = `${file.name.slice(0, -own.length)}.${ended.id}${isSame ? `-${now().getTime()}` : ""}${own}`;
    await place.putAway({ name: file.name, to, asName, report });
    if (isMine) await noteAway(ended, database, now());
    // Its name may tell of a customer: the report has it.
    log.info({ systemImport: ended.id, state: ended.state, isSame }, "A file was put away");
  } catch (error) {
    // Another process has put it away.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of a file of which every record was refused nothing is done. */
const isRefused = ({ added, changed, unchanged, older, refused }: FileImport): boolean =>
  refused > 0 && added + changed + unchanged + older === 0;

/** @returns whether it is too large; then only its name is known */
async function fetched(place: ImportPlace, { name }: FileName, copy: string): Promise<boolean> {
  try {
    await place.fetch(name, copy, FILE_BYTES);
    return false;
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    return true;
  }
}

async function failLarge(row: FileImport, taking: Taking): Promise<true> {
  await failFile(row, tell("systemFileLarge", { megabytes: FILE_BYTES / 1024 / 1024 }), taking);
  return true;
}

async function takeOrFail(
  copy: string,
  file: FileName,
  row: FileImport,
  taking: Taking,
  log: Logger,
): Promise<boolean> {
  try {
    return await takeFile(copy, file, row, taking);
  } catch (error) {
    // It is tried again when the lease has ended; somebody at the desk has just made a shipment of the same number.
    if (isConnectionLost(error) || isDuplicate(error)) throw error;
    log.error({ err: error, systemImport: row.id }, "A file could not be taken to its end");
    await failBroken(row, taking);
    return true;
  }
}

/** Acts with the rights that the person has now; logs name the file as well. */
async function contextOf(options: ImportWorkerOptions, { name }: FileName): Promise<CallerContext> {
  const { database: db, actingAs, log, shared, now = () => new Date() } = options;
  const person = await db
    .selectFrom("app_user")
    .select(["id", "language_preference"])
    .where("user_name", "=", actingAs)
    .executeTakeFirst();
  const caller = person && (await loadAbsentCaller(db, person.id));
  if (!caller || !isDesk(caller))
    throw new Error("IMPORT_AS is nobody of the forwarder's desk: give the user name of a member of staff");
  return {
    db,
    log,
    ...shared,
    now: now(),
    language: person.language_preference ?? "en",
    clientAddress: "",
    userAgent: "",
    bearerToken: null,
    upload: null,
    idempotencyKey: null,
    caller: { ...caller, program: { keyId: "", name, scopes: [] } },
    scope: scopeOf(caller, "act"),
  };
}

async function writeReport(
  { id, failure, source, started_at, ...row }: FileImport,
  path: string,
  { database, isSame }: { database: Kysely<Database>; isSame: boolean },
): Promise<void> {
  const same = tell("systemFileSame", { file: source, day: instantToWire(started_at)! });
  const { added, changed, unchanged, older, refused } = row;
  const counts = tell("systemCounts", { added, changed, unchanged, older, refused });
  const first = [...(isSame ? [same] : []), ...(failure ? [failure] : []), counts];
  const { body } = reportFile(database, { id, fileName: "report", first: first.map(({ en }) => en) }, "en");
  await pipeline(body as Readable, createWriteStream(path, { mode: 0o640 }));
}
