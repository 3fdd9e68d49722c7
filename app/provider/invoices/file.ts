import type { z } from "zod";
import type { invoiceStatementFile } from "#app/contract/invoice.ts";
import { formatMoney, formatNumber, formatUnitPrice } from "#app/lib/money.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { PDF_TYPE, PdfSheet } from "../output/pdf-sheet.ts";
import { readInvoice } from "./detail.ts";
import { type InvoiceTextKey, invoiceTexts, titles } from "./file-text.ts";
import { readStatement } from "./statement.ts";

/** Decimals of a quantity or a percentage. */
const MOST_DECIMALS = 6;

/** An invoice or credit note as PDF, with the issuer's figures. */
export async function invoicePdf(id: string, context: CallerContext): Promise<FileAnswer> {
  const { language } = context;
  const invoice = await readInvoice(id, context);
  const { currency } = invoice.amount;
  const money = (amount: string) => formatMoney(amount, currency, language);
  const number = (value: string) => formatNumber(value, language, MOST_DECIMALS);
  const title = titles[invoice.kind][language];
  const sheet = new PdfSheet<InvoiceTextKey>(
    `${title} ${invoice.invoiceNumber}`,
    (key) => invoiceTexts[key][language],
  );
  sheet.title(title);
  sheet.facts([
    ["number", invoice.invoiceNumber],
    ["title", invoice.title],
    ["invoiceDate", invoice.invoiceDate],
    ["dueDate", invoice.dueDate],
    ["houseNumber", invoice.houseNumber],
    ["booking", invoice.bookingNumber],
    ["credits", invoice.credited?.invoiceNumber],
    ["currency", currency],
  ]);
  sheet.table(
    "lines",
    ["code", "description", "quantity", "price", "discount", "taxRate", "net", "tax"],
    [42, 149, 52, 70, 44, 36, 60, 46],
    invoice.lines.map((line) => [
      line.chargeCode,
      [line.description, line.containerNumber].filter(Boolean).join(", "),
      [number(line.quantity), line.unit].filter(Boolean).join(" "),
      formatUnitPrice(line.unitPrice, currency, language),
      line.discountPercent === "0" ? "" : number(line.discountPercent),
      number(line.taxPercent),
      money(line.net),
      money(line.tax),
    ]),
    { numbers: 6, total: [money(invoice.net), money(invoice.tax)] },
  );
  sheet.facts([
    ["total", money(invoice.amount.amount)],
    ["outstanding", invoice.outstanding && money(invoice.outstanding)],
    ["note", invoice.note],
  ]);
  return { fileName: `${safeName(invoice.invoiceNumber)}.pdf`, contentType: PDF_TYPE, body: sheet.end() };
}

/** A statement of account as PDF. */
export async function statementPdf(
  asked: z.output<typeof invoiceStatementFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { language, caller, db } = context;
  const { from, to, currency } = asked;
  const statement = await readStatement(asked, context);
  const money = (amount: string) => formatMoney(amount, currency, language);
  const title = titles.statement[language];
  const company = await db
    .selectFrom("company")
    .select("name")
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  const sheet = new PdfSheet<InvoiceTextKey>(`${title} ${from} ${to}`, (key) => invoiceTexts[key][language]);
  sheet.title(title);
  sheet.facts([
    ["customer", company.name],
    ["period", `${from} / ${to}`],
    ["currency", currency],
    ["opening", money(statement.opening)],
  ]);
  sheet.table(
    "entries",
    ["date", "kind", "reference", "dueDate", "amount", "balance"],
    [64, 84, 127, 64, 80, 80],
    statement.entries.map((entry) => [
      entry.on,
      titles[entry.kind][language],
      entry.reference,
      entry.dueDate,
      money(entry.amount),
      money(entry.balance),
    ]),
    { numbers: 2 },
  );
  sheet.facts([["closing", money(statement.closing)]]);
  return { fileName: `${statementName(asked)}.pdf`, contentType: PDF_TYPE, body: sheet.end() };
}

/** Without its ending. */
export const statementName = ({ from, to, currency }: { from: string; to: string; currency: string }) =>
  `statement-${currency}-${from}-${to}`;

/** A number as a file name; numbers of other systems have slashes. */
const safeName = (number: string) => number.replace(/[^\p{L}\p{N}._-]+/gu, "-");
