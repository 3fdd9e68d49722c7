import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  DESK_IMPORT,
  type deskImport,
  type deskImportEncoding,
  type deskImportReport,
  type deskImportRun,
  type ImportFileRow,
  type ImportKind,
  type ImportOutcome,
  rowStates,
} from "#app/contract/desk-import.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { isDuplicate } from "../db/database.ts";
import { storable } from "../db/storable.ts";
import { cleanFileName } from "../files/incoming.ts";
import { CHOSEN, keptUnread, mustBeReadable } from "../files/kept-unread.ts";
import { readAgain, readTable, type Table } from "../files/table-read.ts";
import { personName } from "../texts/message.ts";
import { judgeMilestones, type MilestoneRow, writeMilestones } from "./import-milestones.ts";
import { readImportRows } from "./import-read.ts";
import { judgeShipments, lockKnown, type ShipmentRow } from "./import-shipments.ts";
import type { JudgedRow } from "./import-telling.ts";
import { headOf, neededColumns } from "./import-words.ts";
import { writeShipments } from "./import-write.ts";

/** Reads the file of the form and keeps its rows. The same upload, sent again, gives the same import. */
export async function prepareImport(
  _: z.output<typeof deskImport.request>,
  context: CallerContext,
): Promise<z.input<typeof deskImport.response>> {
  const { db, caller, now, upload, idempotencyKey } = context;
  for await (const file of upload?.files ?? []) {
    const read = await readTable(file, DESK_IMPORT, context);
    const upload_key = idempotencyKey && `${caller.userId} ${idempotencyKey}`;
    const made = await db
      .insertInto("desk_import")
      .values({
        user_id: caller.userId,
        user_name: caller.name,
        upload_key,
        created_at: now,
        file_name: cleanFileName(file.fileName),
        content_hash: createHash("sha256").update(read.content).digest(),
        ...("previews" in read
          ? { kind: "SHIPMENT", ...keptUnread(read) }
          : rowsOf(read.table, context.language)),
        done_at: null,
        done_by_name: null,
      })
      .onConflict((conflict) => conflict.column("upload_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    return (
      made ??
      (await db
        .selectFrom("desk_import")
        .select("id")
        .where("upload_key", "=", upload_key)
        .executeTakeFirstOrThrow())
    );
  }
  throw new Refusal(CODE_INVALID, "tableMissing");
}

/** What is kept of the rows. @throws Refusal when the head names too little */
function rowsOf(table: Table, language: Language) {
  const read = readImportRows(table);
  if (!read) {
    const names = (kind: ImportKind) => neededColumns[kind].map((name) => headOf(name, language)).join(", ");
    const values = { shipments: names("SHIPMENT"), milestones: names("MILESTONE") };
    throw new Refusal(CODE_INVALID, "deskFileHead", { values });
  }
  return {
    kind: read.kind,
    rows: JSON.stringify(storable(read.rows)),
    unknown_columns: JSON.stringify(storable(read.unknownColumns)),
  };
}

/** Reads the rows of a file that is no Unicode as its sender says. Of two who say so the first is right. */
export async function chooseEncoding(
  { id, encoding }: z.output<typeof deskImportEncoding.request>,
  context: CallerContext,
): Promise<null> {
  const { content } = await findImport(context, id, { isLocked: true });
  if (!content) return null;
  const rows = rowsOf(await readAgain(content, encoding, DESK_IMPORT, context), context.language);
  const content_hash = createHash("sha256").update(content).update(encoding).digest();
  await context.db
    .updateTable("desk_import")
    .set({ ...rows, ...CHOSEN, content_hash })
    .where("id", "=", id)
    .execute();
  return null;
}

async function findImport({ db }: CallerContext, id: string, { isLocked = false } = {}) {
  const row = await db
    .selectFrom("desk_import")
    .selectAll()
    .where("id", "=", id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}
type StoredImport = Awaited<ReturnType<typeof findImport>>;

export async function reportImport(
  { id }: z.output<typeof deskImportReport.request>,
  context: CallerContext,
): Promise<z.input<typeof deskImportReport.response>> {
  const stored = await findImport(context, id);
  const judged = stored.done ? [] : (await judge(stored, context)).rows;
  return {
    ...(stored.done ?? outcomeOf(judged)),
    kind: stored.kind,
    fileName: stored.file_name,
    unknownColumns: stored.unknown_columns,
    encodings: stored.previews ?? [],
    version: stored.done ? "done" : versionOf(stored, judged),
    done: stored.done_at && {
      at: instantToWire(stored.done_at)!,
      by: personName(stored.done_by_name ?? "", context.language),
    },
  };
}

/** Writes the sound rows in the transaction of the call. One import is carried out after the other, so that two of the same file do it once. */
export async function runImport(
  { id, version }: z.output<typeof deskImportRun.request>,
  context: CallerContext,
): Promise<z.input<typeof deskImportRun.response>> {
  const { db, caller, now, language } = context;
  await sql`select pg_advisory_xact_lock(hashtextextended('fairlead desk import', 0))`.execute(db);
  const stored = await findImport(context, id, { isLocked: true });
  if (stored.done)
    throw new Refusal(CODE_CONFLICT, "deskImportDone", {
      values: { actor: personName(stored.done_by_name ?? "", language) },
    });
  mustBeReadable(stored);
  await lockKnown(db, stored.rows);
  const judged = await judge(stored, context);
  if (versionOf(stored, judged.rows) !== version) throw new Refusal(CODE_CONFLICT, "deskImportOther");
  const outcome = outcomeOf(judged.rows);
  const { added, changed } = outcome.counts;
  if (added + changed === 0) throw new Refusal(CODE_INVALID, "deskImportNothing");
  const fileName = stored.file_name;
  if (judged.kind === "SHIPMENT") await writeNew(judged.rows, fileName, context);
  else await writeMilestones(judged.rows, { importId: id, fileName }, context);
  await db
    .updateTable("desk_import")
    .set({ done: JSON.stringify(outcome), done_at: now, done_by_name: caller.name })
    .where("id", "=", id)
    .execute();
  return { added, changed };
}

/** @throws Refusal 409 when somebody makes a shipment with one of the house numbers at the same moment */
async function writeNew(rows: ShipmentRow[], fileName: string, context: CallerContext): Promise<void> {
  try {
    await writeShipments(rows, fileName, context);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new Refusal(CODE_CONFLICT, "deskImportOther");
  }
}

type Judged = { kind: "SHIPMENT"; rows: ShipmentRow[] } | { kind: "MILESTONE"; rows: MilestoneRow[] };

async function judge(
  { kind, rows }: { kind: ImportKind; rows: readonly ImportFileRow[] },
  context: CallerContext,
): Promise<Judged> {
  return kind === "SHIPMENT"
    ? { kind, rows: await judgeShipments(rows, context) }
    : { kind, rows: await judgeMilestones(rows, context) };
}

/** The file and what it would do: the same for two people, in whatever language they read it. */
function versionOf({ content_hash }: StoredImport, judged: readonly JudgedRow[]): string {
  const results = judged.map(({ line, state, changes }) => [line, state, changes.map(({ path }) => path)]);
  return createHash("sha256").update(content_hash).update(JSON.stringify(results)).digest("base64url");
}

function outcomeOf(judged: readonly JudgedRow[]): ImportOutcome {
  const counts = Object.fromEntries(rowStates.map((state) => [state, 0])) as ImportOutcome["counts"];
  for (const { state } of judged) counts[state]++;
  const most = DESK_IMPORT.shownRows;
  const warned = judged.filter(({ warnings, texts }) => warnings.length > 0 && texts.length === 0);
  return {
    counts,
    leftOut: judged
      .filter(({ texts }) => texts.length > 0)
      .slice(0, most)
      .map(({ line, name, texts }) => ({ line, name, texts })),
    warned: warned.slice(0, most).map(({ line, name, warnings }) => ({ line, name, texts: warnings })),
    warnedRows: warned.length,
    changed: judged
      .filter(({ state }) => state === "changed")
      .slice(0, most)
      .map(({ line, name, changes }) => ({ line, name, changes })),
  };
}
