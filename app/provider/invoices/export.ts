import type { z } from "zod";
import type { invoiceStatementFile } from "#app/contract/invoice.ts";
import type { Language } from "#app/contract/user.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { add, subtract } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { type FileColumn, listFile } from "../output/list-file.ts";
import { tableFile } from "../output/table-file.ts";
import { statementName } from "./file.ts";
import { type InvoiceTextKey, invoiceTexts, statusText, titles } from "./file-text.ts";
import { invoices, type toWireInvoice } from "./list.ts";
import { readStatement } from "./statement.ts";

type Row = ReturnType<typeof toWireInvoice>;

const column = (
  key: InvoiceTextKey,
  width: number,
  cell: FileColumn<Row>["cell"],
  kind?: FileColumn<Row>["kind"],
): FileColumn<Row> & { key: InvoiceTextKey } => ({
  key,
  heading: invoiceTexts[key],
  width,
  cell,
  ...(kind && { kind }),
});

/** A credit note takes from what is billed, so that a column can be added up. */
const signed = ({ kind, amount: { currency } }: Row, amount: string) =>
  kind === "CREDIT_NOTE" ? amountText(subtract("0", amount), currency) : amount;

const columns = [
  column("number", 20, (row) => row.invoiceNumber),
  column("kind", 14, (row, language) => titles[row.kind ?? "INVOICE"][language]),
  column("title", 34, (row) => row.title),
  column("invoiceDate", 12, (row) => row.invoiceDate, "day"),
  column("dueDate", 12, (row) => row.dueDate, "day"),
  column("status", 20, (row, language) => statusText(row, language)),
  column("currency", 8, (row) => row.amount.currency),
  column("amount", 16, (row) => signed(row, row.amount.amount), "money"),
  column("outstanding", 16, (row) => (row.outstanding ? signed(row, row.outstanding) : null), "money"),
  column("credits", 20, (row) => row.credited?.invoiceNumber ?? null),
  column("houseNumber", 18, (row) => row.houseNumber),
  column("booking", 18, (row) => row.bookingNumber),
];

/** What the rows of a currency add up to; amounts of two currencies are never added. */
class Sums {
  readonly #sums = new Map<string, { amount: string; outstanding: string }>();

  add(row: Row): void {
    const { amount, currency } = row.amount;
    const sum = this.#sums.get(currency) ?? { amount: "0", outstanding: "0" };
    this.#sums.set(currency, {
      amount: add(sum.amount, signed(row, amount)),
      outstanding: add(sum.outstanding, signed(row, row.outstanding ?? "0")),
    });
  }

  rows(language: Language): (string | null)[][] {
    return [...this.#sums].sort().map(([currency, { amount, outstanding }]) => {
      const cells: Partial<Record<InvoiceTextKey, string>> = {
        number: invoiceTexts.total[language],
        currency,
        amount: amountText(amount, currency),
        outstanding: amountText(outstanding, currency),
      };
      return columns.map(({ key }) => cells[key] ?? null);
    });
  }
}

/** With a row of sums for each currency. */
export const exportInvoices = listFile(invoices, {
  name: "invoices",
  sheet: titles.INVOICE,
  columns,
  sums: () => new Sums(),
});

/** A statement of account as a file. */
export async function exportStatement(
  { format, ...statementRequest }: z.output<typeof invoiceStatementFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { language } = context;
  const { opening, entries, closing } = await readStatement(statementRequest, context);
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
      balance("opening", statementRequest.from, opening),
      ...entries.map((entry) => [
        entry.on,
        titles[entry.kind][language],
        entry.reference,
        entry.dueDate,
        entry.amount,
        entry.balance,
      ]),
      balance("closing", statementRequest.to, closing),
    ];
  }
  return tableFile(format === "csv" ? "csv" : "xlsx", {
    fileName: statementName(statementRequest),
    sheetName: titles.statement[language].slice(0, 31),
    columns: [
      { heading: word("date"), width: 12, kind: "day" },
      { heading: word("kind"), width: 18 },
      { heading: word("reference"), width: 24 },
      { heading: word("dueDate"), width: 12, kind: "day" },
      { heading: `${word("amount")} ${statementRequest.currency}`, width: 16, kind: "money" },
      { heading: `${word("balance")} ${statementRequest.currency}`, width: 16, kind: "money" },
    ],
    batches: batches(),
  });
}
