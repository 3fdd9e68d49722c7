import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { invoiceExport, invoiceStatementFile } from "#app/contract/invoice.ts";
import { dayToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import type { Database } from "../db/schema.ts";
import { type TableColumn, tableFile } from "../output/table-file.ts";
import { statementName } from "./file.ts";
import { type InvoiceTextKey, invoiceTexts, statusTexts, titles } from "./file-text.ts";
import { type InvoiceListRow, invoiceConditions, invoiceOrder, listColumns, toWireInvoice } from "./list.ts";
import { inView } from "./standing.ts";
import { readStatement } from "./statement.ts";

const BATCH = 1_000;

/** The filtered list of invoices as a file: the rows and their order are those of the moment at which it starts. */
export async function exportInvoices(
  input: z.output<typeof invoiceExport.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { db, scope, now, language } = context;
  const today = dayToWire(now)!;
  const { rows } = await sql<{ id: string }>`
    select i.id from invoice i
    where ${invoiceConditions(scope, input)} and ${input.view ? inView(input.view, today) : sql`true`}
    order by ${invoiceOrder(input)}`.execute(db);
  const head = (key: InvoiceTextKey, width: number, kind?: TableColumn["kind"]): TableColumn => ({
    heading: invoiceTexts[key][language],
    width,
    ...(kind ? { kind } : {}),
  });
  async function* batches() {
    for (let start = 0; start < rows.length; start += BATCH) {
      const ids = rows.slice(start, start + BATCH).map(({ id }) => id);
      const found = await readRows(db, ids, today);
      yield found.map((row) => {
        const invoice = toWireInvoice(row, context);
        return [
          ...[invoice.invoiceNumber, titles[row.kind][language], invoice.title],
          ...[invoice.invoiceDate, invoice.dueDate, statusTexts[invoice.status][language]],
          ...[row.currency, invoice.amount.amount, invoice.outstanding],
          ...[invoice.houseNumber, invoice.bookingNumber],
        ];
      });
    }
  }
  return tableFile(input.format, {
    fileName: `invoices-${today}`,
    sheetName: titles.INVOICE[language],
    columns: [
      ...[head("number", 20), head("kind", 14), head("title", 34)],
      ...[head("invoiceDate", 12, "day"), head("dueDate", 12, "day"), head("status", 14)],
      ...[head("currency", 8), head("amount", 16, "decimal"), head("outstanding", 16, "decimal")],
      ...[head("houseNumber", 18), head("booking", 18)],
    ],
    batches: batches(),
  });
}

async function readRows(
  db: Kysely<Database>,
  ids: readonly string[],
  today: string,
): Promise<InvoiceListRow[]> {
  const { rows } = await sql<InvoiceListRow>`
    select ${listColumns(today)}
    from unnest(${[...ids]}::bigint[]) with ordinality as given (id, place) join invoice i on i.id = given.id
    order by given.place`.execute(db);
  return rows;
}

/** A statement of account as a file. */
export async function exportStatement(
  { format, ...asked }: z.output<typeof invoiceStatementFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { language } = context;
  const { opening, entries, closing } = await readStatement(asked, context);
  const word = (key: InvoiceTextKey) => invoiceTexts[key][language];
  const balance = (key: "opening" | "closing", on: string, sum: string) => [
    on,
    word(key),
    "",
    null,
    null,
    sum,
  ];
  async function* batches() {
    yield [
      balance("opening", asked.from, opening),
      ...entries.map((entry) => [
        ...[entry.on, titles[entry.kind][language], entry.reference],
        ...[entry.dueDate, entry.amount, entry.balance],
      ]),
      balance("closing", asked.to, closing),
    ];
  }
  return tableFile(format === "csv" ? "csv" : "xlsx", {
    fileName: statementName(asked),
    sheetName: titles.statement[language].slice(0, 31),
    columns: [
      { heading: word("date"), width: 12, kind: "day" },
      { heading: word("kind"), width: 18 },
      { heading: word("reference"), width: 24 },
      { heading: word("dueDate"), width: 12, kind: "day" },
      { heading: `${word("amount")} ${asked.currency}`, width: 16, kind: "decimal" },
      { heading: `${word("balance")} ${asked.currency}`, width: 16, kind: "decimal" },
    ],
    batches: batches(),
  });
}
