import type { Kysely } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  RATE_IMPORT,
  type RateFileRow,
  type RateReport,
  type rateImport,
  type rateImportEncoding,
  type rateImportReport,
  type rateImportRun,
} from "#app/contract/rate.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { storable } from "../db/storable.ts";
import { cleanFileName } from "../files/incoming.ts";
import { CHOSEN, keptUnread, mustBeReadable } from "../files/kept-unread.ts";
import { readAgain, readTable, type Table } from "../files/table-read.ts";
import { placeCodeOf, placeOf, type TypedPlace } from "../reference/place-names.ts";
import { message } from "../texts/message.ts";
import { type RateFault, type ReadRate, readRate } from "./check.ts";
import { readRateRows } from "./file-read.ts";

/** Reads the file of the form and keeps its rows. The same upload, sent again, gives the same import. */
export async function prepareImport(
  _: z.output<typeof rateImport.request>,
  context: CallerContext,
): Promise<z.input<typeof rateImport.response>> {
  const { db, caller, now, upload, idempotencyKey } = context;
  for await (const file of upload?.files ?? []) {
    const read = await readTable(file, RATE_IMPORT, context);
    const upload_key = idempotencyKey && `${caller.userId} ${idempotencyKey}`;
    const made = await db
      .insertInto("rate_import")
      .values({
        user_id: caller.userId,
        user_name: caller.name,
        upload_key,
        created_at: now,
        file_name: cleanFileName(file.fileName),
        ...("previews" in read ? keptUnread(read) : rowsOf(read.table)),
      })
      .onConflict((conflict) => conflict.column("upload_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    return (
      made ??
      (await db
        .selectFrom("rate_import")
        .select("id")
        .where("upload_key", "=", upload_key)
        .executeTakeFirstOrThrow())
    );
  }
  throw new Refusal(CODE_INVALID, "tableMissing");
}

/** What is kept of the rows. @throws Refusal when the head names too little */
function rowsOf(table: Table) {
  const { rows, unknownColumns } = readRateRows(table);
  return {
    rows: JSON.stringify(storable(rows)),
    unknown_columns: JSON.stringify(storable(unknownColumns)),
  };
}

/** Reads the rows of a file that is no Unicode as its sender says. */
export async function chooseEncoding(
  { id, encoding }: z.output<typeof rateImportEncoding.request>,
  context: CallerContext,
): Promise<null> {
  const { content } = await findImport(context, id, { isLocked: true });
  if (!content) return null;
  const rows = rowsOf(await readAgain(content, encoding, RATE_IMPORT, context));
  await context.db
    .updateTable("rate_import")
    .set({ ...rows, ...CHOSEN })
    .where("id", "=", id)
    .execute();
  return null;
}

async function findImport({ db }: CallerContext, id: string, { isLocked = false } = {}) {
  const row = await db
    .selectFrom("rate_import")
    .selectAll()
    .where("id", "=", id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

type StoredImport = Awaited<ReturnType<typeof findImport>>;

export async function reportImport(
  { id }: z.output<typeof rateImportReport.request>,
  context: CallerContext,
): Promise<RateReport> {
  const stored = await findImport(context, id);
  if (stored.done) return { ...stored.done, encodings: [] };
  return reportOf(stored, await judge(stored.rows, context), context);
}

/** Puts the rows in force in the transaction of the call; those of the same sheets are replaced. */
export async function runImport(
  { id }: z.output<typeof rateImportRun.request>,
  context: CallerContext,
): Promise<z.input<typeof rateImportRun.response>> {
  const { db, now } = context;
  const stored = await findImport(context, id, { isLocked: true });
  if (stored.done) throw new Refusal(CODE_CONFLICT, "rateImportDone");
  mustBeReadable(stored);
  const judged = await judge(stored.rows, context);
  if (judged.length === 0 || judged.some(({ faults }) => faults.length > 0))
    throw new Refusal(CODE_INVALID, judged.length === 0 ? "fileEmpty" : "rateImportFaulty");
  const report = await reportOf(stored, judged, context);
  await db
    .updateTable("rate")
    .set({ replaced_at: now })
    .where("replaced_at", "is", null)
    .where(
      "sheet",
      "in",
      report.sheets.map(({ sheet }) => sheet),
    )
    .execute();
  await insertRates(
    db,
    id,
    judged.map(({ rate }) => rate),
  );
  await db
    .updateTable("rate_import")
    .set({ done: JSON.stringify({ ...report, isDone: true }) })
    .where("id", "=", id)
    .execute();
  return { rows: judged.length };
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const ROWS_AT_ONCE = 1_000;

async function insertRates(db: Kysely<Database>, importId: string, rates: readonly ReadRate[]) {
  const keys = new Map<string, string>();
  for (const { mode, origin, destination } of rates)
    for (const place of [origin, destination])
      if (!keys.has(`${mode} ${place}`)) keys.set(`${mode} ${place}`, await placeKey(db, place, mode));
  for (let from = 0; from < rates.length; from += ROWS_AT_ONCE)
    await db
      .insertInto("rate")
      .values(
        rates.slice(from, from + ROWS_AT_ONCE).map((rate) => ({
          import_id: importId,
          line: rate.line,
          sheet: rate.sheet,
          mode: rate.mode,
          carrier_name: rate.carrierName,
          transit_days: rate.transitDays,
          currency: rate.currency,
          origin: rate.origin,
          destination: rate.destination,
          origin_key: keys.get(`${rate.mode} ${rate.origin}`)!,
          destination_key: keys.get(`${rate.mode} ${rate.destination}`)!,
          valid_from: rate.validFrom,
          valid_to: rate.validTo,
          charge_code: rate.chargeCode,
          charge: rate.charge,
          unit: rate.unit,
          container: rate.container,
          price: rate.price,
          minimum: rate.minimum,
          breaks: JSON.stringify(rate.breaks),
          cost: rate.cost,
          margin: rate.margin,
          replaced_at: null,
        })),
      )
      .execute();
}

/** By which rates and requests of one mode name one place. */
export async function placeKey(db: Kysely<Database>, typed: string, mode: string): Promise<string> {
  return (await placeCodeOf(db, typed, mode)) ?? typed.trim().toLowerCase();
}

interface JudgedRow {
  rate: ReadRate;
  faults: RateFault[];
}

/** Each row by itself, and against those before it: no charge stands twice on one day. */
async function judge(rows: readonly RateFileRow[], { db, language }: CallerContext): Promise<JudgedRow[]> {
  const judged = judgeRows(rows, language);
  const places = new Map<string, TypedPlace>();
  for (const { rate, faults } of judged)
    for (const column of ["origin", "destination"] as const) {
      const key = `${rate.mode} ${rate[column]}`;
      const place = places.get(key) ?? (await placeOf(db, rate[column], rate.mode));
      places.set(key, place);
      if ("fault" in place && place.fault === "placeAmbiguous")
        faults.push({ column, message: message(place.fault, language, place.values) });
    }
  return judged;
}

function judgeRows(rows: readonly RateFileRow[], language: Language): JudgedRow[] {
  const seen = new Map<string, ReadRate[]>();
  return rows.map((row) => {
    const judged = readRate(row, language);
    if (judged.faults.length > 0) return judged;
    const { rate } = judged;
    const key = JSON.stringify([
      rate.sheet,
      rate.mode,
      rate.carrierName,
      rate.origin,
      rate.destination,
      rate.currency,
      rate.chargeCode,
      rate.charge,
      rate.container,
    ]).toLowerCase();
    const others = seen.get(key) ?? [];
    const other = others.find((each) => areTogether(each, rate));
    seen.set(key, [...others, rate]);
    if (!other) return judged;
    return {
      rate,
      faults: [{ column: "charge", message: message("rateTwice", language, { line: other.line }) }],
    };
  });
}

const areTogether = (one: ReadRate, other: ReadRate) =>
  (one.validFrom ?? "") <= (other.validTo ?? "9999") && (other.validFrom ?? "") <= (one.validTo ?? "9999");

async function reportOf(
  { file_name, unknown_columns, done, previews }: StoredImport,
  judged: readonly JudgedRow[],
  { db }: CallerContext,
): Promise<RateReport> {
  const counts = new Map<string, number>();
  for (const { rate } of judged) counts.set(rate.sheet, (counts.get(rate.sheet) ?? 0) + 1);
  const names = [...counts.keys()];
  const present = await db
    .selectFrom("rate")
    .select(({ fn }) => ["sheet", fn.countAll<string>().as("rows")])
    .where("replaced_at", "is", null)
    .where("sheet", "in", names.length > 0 ? names : [""])
    .groupBy("sheet")
    .execute();
  const faulty = judged.filter(({ faults }) => faults.length > 0);
  return {
    fileName: file_name,
    isDone: done !== null,
    rows: judged.length,
    unknownColumns: unknown_columns,
    encodings: previews ?? [],
    sheets: names.map((sheet) => ({
      sheet,
      rows: counts.get(sheet) ?? 0,
      replaces: Number(present.find((each) => each.sheet === sheet)?.rows ?? 0),
    })),
    faultyRows: faulty.length,
    faulty: faulty.slice(0, RATE_IMPORT.faultyRows).map(({ rate, faults }) => ({ line: rate.line, faults })),
  };
}
