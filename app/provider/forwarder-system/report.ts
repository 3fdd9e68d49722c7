import type { Kysely, Selectable } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type {
  SystemImport,
  systemImportDetail,
  systemImportFile,
  systemImportList,
} from "#app/contract/forwarder-system.ts";
import { recordStates } from "#app/contract/forwarder-system-code.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { FileAnswer } from "../call/route.ts";
import type { Database } from "../db/schema.ts";
import { tableFile } from "../output/table-file.ts";
import type { Cell } from "../output/xlsx-stream.ts";
import { message } from "../texts/message.ts";

type Row = Selectable<Database["system_import"]>;

/** Counting ends there: nobody turns so many pages. */
const COUNTED_MAX = 10_000;
const FILE_BATCH = 1_000;

/** `forwarderSystem/importList`: the latest first. */
export async function listImports(
  { kind, faulty, page, pageSize }: z.output<typeof systemImportList.request>,
  { db, caller, language }: CallerContext,
): Promise<z.input<typeof systemImportList.response>> {
  const imports = db
    .selectFrom("system_import")
    .where("company_id", "=", caller.companyId)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind!))
    .$if(faulty, (query) =>
      query.where(({ or, eb }) => or([eb("state", "=", "FAILED"), eb("refused", ">", 0)])),
    );
  const rows = await imports
    .selectAll()
    .orderBy("id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const { every } = await db
    .selectFrom(
      imports
        .select("id")
        .limit(COUNTED_MAX + 1)
        .as("counted"),
    )
    .select(({ fn }) => fn.countAll<string>().as("every"))
    .executeTakeFirstOrThrow();
  return {
    rows: rows.map((row) => toWire(row, language)),
    total: Math.min(Number(every), COUNTED_MAX),
    isTotalCapped: Number(every) > COUNTED_MAX,
  };
}

/** `forwarderSystem/importDetail`: its refused records, in the order of the file. */
export async function readImport(
  { id, page, pageSize }: z.output<typeof systemImportDetail.request>,
  context: CallerContext,
): Promise<z.input<typeof systemImportDetail.response>> {
  const { db, language } = context;
  const row = await findImport(id, context);
  const refused = await db
    .selectFrom("system_refusal")
    .selectAll()
    .where("import_id", "=", id)
    .orderBy("line")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    ...toWire(row, language),
    refused: {
      rows: refused.map(({ line, reference, name, faults }) => ({
        line,
        sourceReference: reference,
        name,
        faults: faults.map(({ field, reason }) => ({ field, reason: reason[language] })),
      })),
      total: row.refused,
      isTotalCapped: false,
    },
  };
}

async function findImport(id: string, { db, caller }: CallerContext): Promise<Row> {
  const row = await db
    .selectFrom("system_import")
    .selectAll()
    .where("id", "=", id)
    .where("company_id", "=", caller.companyId)
    .executeTakeFirst();
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return row;
}

const toWire = (row: Row, language: Language): z.input<typeof systemImportList.response>["rows"][number] => ({
  id: row.id,
  kind: row.kind,
  channel: row.channel,
  source: row.source,
  state: row.state,
  failure: row.failure?.[language] ?? null,
  counts: Object.fromEntries(recordStates.map((state) => [state, row[state]])) as SystemImport["counts"],
  startedAt: instantToWire(row.started_at)!,
  endedAt: instantToWire(row.ended_at),
});

/** `forwarderSystem/importFile`. */
export async function saveReport(
  { id }: z.output<typeof systemImportFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { kind } = await findImport(id, context);
  return reportFile(context.db, { id, fileName: `${kind.toLowerCase()}s-${id}` }, context.language);
}

/** The refused records as CSV, streamed; texts cannot compute anything in a spreadsheet. */
export function reportFile(
  db: Kysely<Database>,
  { id, fileName, first = [] }: { id: string; fileName: string; first?: readonly string[] },
  language: Language,
): FileAnswer {
  const heading = (name: "Line" | "Reference" | "Name" | "Field" | "Reason") =>
    message(`systemReport${name}`, language);
  return tableFile("csv", {
    fileName,
    sheetName: "report",
    columns: [
      { heading: heading("Line"), width: 8, kind: "decimal" },
      { heading: heading("Reference"), width: 20 },
      { heading: heading("Name"), width: 20 },
      { heading: heading("Field"), width: 20 },
      { heading: heading("Reason"), width: 60 },
    ],
    batches: withFirst(first, refusalsOf(db, id, language)),
  });
}

/** What is said of the whole comes before what is said of records. */
async function* withFirst(first: readonly string[], rows: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[][]> {
  yield first.map((text) => [null, null, null, null, text]);
  yield* rows;
}

async function* refusalsOf(db: Kysely<Database>, id: string, language: Language): AsyncGenerator<Cell[][]> {
  for (let last = -1; ; ) {
    const rows = await db
      .selectFrom("system_refusal")
      .selectAll()
      .where("import_id", "=", id)
      .where("line", ">", last)
      .orderBy("line")
      .limit(FILE_BATCH)
      .execute();
    if (rows.length === 0) return;
    last = rows.at(-1)!.line;
    yield rows.flatMap(({ line, reference, name, faults }) =>
      faults.map(({ field, reason }) => [line, reference, name, field ?? "", reason[language]]),
    );
  }
}
