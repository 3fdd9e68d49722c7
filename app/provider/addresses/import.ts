import type { Kysely } from "kysely";
import type { z } from "zod";
import {
  ADDRESS_IMPORT,
  type AddressFields,
  type addressImport,
  type addressImportEncoding,
  type addressImportReport,
  type addressImportRun,
  type ImportOutcome,
  type importStates,
} from "#app/contract/address.ts";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { Language } from "#app/contract/user.ts";
import { countryCodeOf } from "#app/lib/country-code.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { storable } from "../db/storable.ts";
import { cleanFileName } from "../files/incoming.ts";
import { CHOSEN, keptUnread, mustBeReadable } from "../files/kept-unread.ts";
import { spoiltCells } from "../files/spoilt-cell.ts";
import { readAgain, readTable, type Table } from "../files/table-read.ts";
import { message } from "../texts/message.ts";
import { fieldsOf, isSame, lockAddressBook, trimmed, writeAddress } from "./address-book.ts";
import { type AddressFault, addressFaults } from "./check.ts";
import { type FileRow, readAddressRows } from "./file-read.ts";
import { flagOfCell, typeOfCell } from "./file-words.ts";

type Report = z.input<typeof addressImportReport.response>;
type ImportState = (typeof importStates)[number];

/** Reads the file of the form and keeps its rows. The same upload, sent again, gives the same import. */
export async function prepareImport(
  _: z.output<typeof addressImport.request>,
  context: CallerContext,
): Promise<z.input<typeof addressImport.response>> {
  const { db, caller, now, upload, idempotencyKey } = context;
  for await (const file of upload?.files ?? []) {
    const read = await readTable(file, ADDRESS_IMPORT, context);
    const upload_key = idempotencyKey;
    const made = await db
      .insertInto("address_import")
      .values({
        company_id: caller.companyId,
        user_id: caller.userId,
        upload_key,
        created_at: now,
        file_name: cleanFileName(file.fileName),
        ...("previews" in read ? keptUnread(read) : rowsOf(read.table)),
      })
      .onConflict((conflict) => conflict.columns(["company_id", "upload_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    return (
      made ??
      (await db
        .selectFrom("address_import")
        .select("id")
        .where("company_id", "=", caller.companyId)
        .where("upload_key", "=", upload_key)
        .executeTakeFirstOrThrow())
    );
  }
  throw new Refusal(CODE_INVALID, "tableMissing");
}

/** What is kept of the rows. @throws Refusal when the head names too little */
function rowsOf(table: Table) {
  const { rows, unknownColumns } = readAddressRows(table.head, table.body);
  return {
    rows: JSON.stringify(storable(rows)),
    unknown_columns: JSON.stringify(storable(unknownColumns)),
  };
}

/** Reads the rows of a file that is no Unicode as its sender says. */
export async function chooseEncoding(
  { id, encoding }: z.output<typeof addressImportEncoding.request>,
  context: CallerContext,
): Promise<null> {
  const { content } = await findImport(context, id, { isLocked: true });
  if (!content) return null;
  const rows = rowsOf(await readAgain(content, encoding, ADDRESS_IMPORT, context));
  await context.db
    .updateTable("address_import")
    .set({ ...rows, ...CHOSEN })
    .where("id", "=", id)
    .execute();
  return null;
}

/** An import of the caller: others of the company do not see what a person has not carried out. */
async function findImport({ db, caller }: CallerContext, id: string, { isLocked = false } = {}) {
  const row = await db
    .selectFrom("address_import")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .where("user_id", "=", caller.userId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

export async function reportImport(
  { id }: z.output<typeof addressImportReport.request>,
  context: CallerContext,
): Promise<Report> {
  const { file_name, rows, unknown_columns, done, previews } = await findImport(context, id);
  const judged = done ?? reportOf(await judge(rows, context));
  return {
    ...judged,
    fileName: file_name,
    isDone: done !== null,
    unknownColumns: unknown_columns,
    encodings: previews ?? [],
  };
}

/** Writes all sound rows in the transaction of the call. */
export async function runImport(
  { id }: z.output<typeof addressImportRun.request>,
  context: CallerContext,
): Promise<z.input<typeof addressImportRun.response>> {
  const { db, caller } = context;
  const stored = await findImport(context, id, { isLocked: true });
  if (stored.done) throw new Refusal(CODE_CONFLICT, "addressImportDone");
  mustBeReadable(stored);
  await lockAddressBook(db, caller.companyId);
  const judged = await judge(stored.rows, context);
  for (const { state, fields, entryId } of judged)
    if (state === "added" || state === "changed") await writeAddress(context, entryId, fields);
  const report = reportOf(judged);
  await db
    .updateTable("address_import")
    .set({ done: JSON.stringify(report) })
    .where("id", "=", id)
    .execute();
  return { added: report.counts.added, changed: report.counts.changed };
}

interface JudgedRow {
  line: number;
  state: ImportState;
  fields: AddressFields;
  /** The known address of this name and address. */
  entryId: string | null;
  faults: { field: AddressFault["field"] | null; message: string }[];
}

async function judge(
  rows: readonly FileRow[],
  { db, caller, language }: CallerContext,
): Promise<JudgedRow[]> {
  const known = await knownAddresses(db, caller.companyId);
  const seen = new Map<string, number>();
  const defaults = { isDefaultPickup: 0, isDefaultDelivery: 0 };
  return rows.map(({ line, cells }) => {
    const { fields, faults } = readRow(cells, language);
    const key = keyOf(fields);
    const entry = known.get(key);
    const before = seen.get(key);
    for (const name of ["isDefaultPickup", "isDefaultDelivery"] as const)
      if (fields[name] && defaults[name]++ > 0)
        faults.push({ field: name, message: message("addressSecondDefault", language) });
    const row = { line, fields, entryId: entry?.id ?? null };
    if (faults.length > 0) return { ...row, state: "faulty", faults };
    if (before !== undefined) {
      const text = message("addressTwice", language, { line: before });
      return { ...row, state: "twice", faults: [{ field: null, message: text }] };
    }
    seen.set(key, line);
    const state = !entry ? "added" : isSame(entry.fields, fields) ? "same" : "changed";
    return { ...row, state, faults };
  });
}

const keyOf = ({ name, address }: AddressFields) => `${name.toLowerCase()}\n${address.toLowerCase()}`;

async function knownAddresses(db: Kysely<Database>, companyId: string) {
  const rows = await db.selectFrom("address_entry").selectAll().where("company_id", "=", companyId).execute();
  return new Map(
    rows.map((row) => {
      const fields = fieldsOf(row);
      return [keyOf(fields), { id: row.id, fields }];
    }),
  );
}

function readRow(
  cells: FileRow["cells"],
  language: Language,
): { fields: AddressFields; faults: JudgedRow["faults"] } {
  const { type = "", isDefaultPickup = "", isDefaultDelivery = "", countryCode = "", ...texts } = cells;
  const flags = {
    isDefaultPickup: flagOfCell(isDefaultPickup),
    isDefaultDelivery: flagOfCell(isDefaultDelivery),
  };
  const read = { type: typeOfCell(type), ...flags };
  const fields = trimmed({
    type: read.type ?? "4",
    name: "",
    address: "",
    postcode: "",
    state: "",
    contactNumber: "",
    ...texts,
    countryCode: countryCodeOf(countryCode),
    isDefaultPickup: flags.isDefaultPickup ?? false,
    isDefaultDelivery: flags.isDefaultDelivery ?? false,
  });
  const unread = Object.entries(read)
    .filter(([, value]) => value === undefined)
    .map(([field]) => ({
      field: field as AddressFault["field"],
      message: message(field === "type" ? "addressTypeUnknown" : "addressFlagUnknown", language),
    }));
  const spoilt = spoiltCells(cells).map(({ column, key, value }) => ({
    field: column as AddressFault["field"],
    message: message(key, language, { value }),
  }));
  const faults = [...spoilt, ...unread, ...addressFaults(fields, language)];
  const isFirst = ({ field }: JudgedRow["faults"][number], place: number) =>
    faults.findIndex((each) => each.field === field) === place;
  return { fields, faults: faults.filter(isFirst) };
}

const SHOWN_NAME = 100;

function reportOf(judged: readonly JudgedRow[]): ImportOutcome {
  const counts = { added: 0, changed: 0, same: 0, twice: 0, faulty: 0 };
  for (const { state } of judged) counts[state]++;
  return {
    counts,
    leftOut: judged
      .filter(({ faults }) => faults.length > 0)
      .slice(0, ADDRESS_IMPORT.faultyRows)
      .map(({ line, fields, faults }) => ({ line, name: fields.name.slice(0, SHOWN_NAME), faults })),
  };
}
