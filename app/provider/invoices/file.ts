import type { z } from "zod";
import type { invoiceStatementFile } from "#app/contract/invoice.ts";
import type { Party } from "#app/contract/invoice-issuer.ts";
import type { Language } from "#app/contract/user.ts";
import { chargeName, unitName } from "#app/lib/charge-names.ts";
import { compare } from "#app/lib/decimal.ts";
import { formatMoney, formatNumber, formatUnitPrice } from "#app/lib/money.ts";
import type { CallerContext } from "../call/context.ts";
import type { FileAnswer } from "../call/route.ts";
import { PDF_TYPE, PdfSheet } from "../output/pdf-sheet.ts";
import { readInvoice } from "./detail.ts";
import { type InvoiceTextKey, invoiceTexts, roundings, sentences, titles } from "./file-text.ts";
import { issuerOf } from "./issuer.ts";
import { customerOf, partyText } from "./party.ts";
import { readStatement } from "./statement.ts";

/** Decimals of a quantity or a percentage. */
const MOST_DECIMALS = 6;

type Invoice = Awaited<ReturnType<typeof readInvoice>>;
type Sheet = PdfSheet<InvoiceTextKey>;

/** An invoice or credit note as PDF, with the issuer's figures. */
export async function invoicePdf(id: string, context: CallerContext): Promise<FileAnswer> {
  const { language, db } = context;
  const invoice = await readInvoice(id, context);
  const today = await issuerOf(db);
  const row = await db
    .selectFrom("invoice")
    .select(["parties", "company_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const parties = row.parties ?? { issuer: today, customer: await customerOf(db, row.company_id) };
  const title = titles[invoice.kind][language];
  const sheet = sheetOf(`${title} ${invoice.invoiceNumber}`, language);
  sheet.title(title);
  writeParties(sheet, parties, language);
  sheet.facts([
    ["number", invoice.invoiceNumber],
    ["title", invoice.title],
    ["invoiceDate", invoice.invoiceDate],
    ["dueDate", invoice.dueDate],
    ["houseNumber", invoice.houseNumber],
    ["booking", invoice.bookingNumber],
    ["credits", invoice.credited?.invoiceNumber],
    ["currency", invoice.amount.currency],
    ["rounding", roundings[invoice.rounding][language]],
  ]);
  writeLines(sheet, invoice, language);
  writeSums(sheet, invoice, language);
  sheet.paragraph("note", invoice.note);
  if (isLeftToPay(invoice)) sheet.paragraph("payment", today.payment);
  return { fileName: `${safeName(invoice.invoiceNumber)}.pdf`, contentType: PDF_TYPE, body: sheet.end() };
}

const sheetOf = (title: string, language: Language): Sheet =>
  new PdfSheet<InvoiceTextKey>(title, (key) => invoiceTexts[key][language]);

/** The account to pay to is today's: an older one may be closed. */
const isLeftToPay = ({ kind, outstanding }: Invoice) =>
  kind === "INVOICE" && Boolean(outstanding) && compare(outstanding!, 0) > 0;

function writeParties(
  sheet: Sheet,
  { issuer, customer }: { issuer: Party; customer: Party },
  language: Language,
): void {
  const text = (party: Party) => partyText(party, language, invoiceTexts.taxNumber[language]);
  sheet.facts([
    ["issuer", text(issuer)],
    ["customer", text(customer)],
  ]);
}

function writeLines(sheet: Sheet, { lines, amount: { currency } }: Invoice, language: Language): void {
  const number = (value: string) => formatNumber(value, language, MOST_DECIMALS);
  const percent = (value: string) => (value === "0" ? "" : `${number(value)}\u00a0%`);
  const isDiscounted = lines.some(({ discountPercent }) => discountPercent !== "0");
  const discount = <Cell>(cell: Cell) => (isDiscounted ? [cell] : []);
  sheet.table(
    "lines",
    ["code", "description", "quantity", "price", ...discount("discount" as const), "taxRate", "net"],
    lines.map((line) => [
      line.chargeCode,
      [chargeName(line.description, language), line.containerNumber].filter(Boolean).join(", "),
      [number(line.quantity), unitName(line.unit, language)].filter(Boolean).join(" "),
      formatUnitPrice(line.unitPrice, currency, language),
      ...discount(percent(line.discountPercent)),
      percent(line.taxPercent),
      formatMoney(line.net, currency, language),
    ]),
    { numbers: isDiscounted ? 5 : 4 },
  );
}

/** The sums, and what a recount gives where it is another one: as on the page. */
function writeSums(sheet: Sheet, invoice: Invoice, language: Language): void {
  const { currency } = invoice.amount;
  const money = (amount: string) => formatMoney(amount, currency, language) ?? amount;
  const word = (key: InvoiceTextKey) => invoiceTexts[key][language];
  const filled = (text: string, values: Record<string, string>) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  sheet.sums([
    { label: word("net"), amount: money(invoice.net) },
    ...invoice.taxes.map(({ percent, base, tax }) => ({
      label: filled(sentences.tax[language], {
        percent: formatNumber(percent, language, MOST_DECIMALS) ?? percent,
        base: money(base),
      }),
      amount: money(tax),
    })),
    { label: word("tax"), amount: money(invoice.tax) },
    { label: word("total"), amount: money(invoice.amount.amount), isBold: true },
    ...(invoice.outstanding && invoice.kind === "INVOICE"
      ? [{ label: word("outstanding"), amount: money(invoice.outstanding) }]
      : []),
  ]);
  if (!invoice.recount) return;
  const { net, tax, total } = invoice.recount;
  sheet.note(filled(sentences.recount[language], { net: money(net), tax: money(tax), total: money(total) }));
}

/** A statement of account as PDF. */
export async function statementPdf(
  statementRequest: z.output<typeof invoiceStatementFile.request>,
  context: CallerContext,
): Promise<FileAnswer> {
  const { language, caller, db } = context;
  const { from, to, currency } = statementRequest;
  const statement = await readStatement(statementRequest, context);
  const money = (amount: string) => formatMoney(amount, currency, language);
  const title = titles.statement[language];
  const issuer = await issuerOf(db);
  const sheet = sheetOf(`${title} ${from} ${to}`, language);
  sheet.title(title);
  writeParties(sheet, { issuer, customer: await customerOf(db, caller.companyId) }, language);
  sheet.facts([
    ["period", `${from} / ${to}`],
    ["currency", currency],
    ["opening", money(statement.opening)],
  ]);
  sheet.table(
    "entries",
    ["date", "kind", "reference", "dueDate", "amount", "balance"],
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
  sheet.sums([
    { label: invoiceTexts.closing[language], amount: money(statement.closing) ?? "", isBold: true },
  ]);
  if (compare(statement.closing, 0) > 0) sheet.paragraph("payment", issuer.payment);
  return { fileName: `${statementName(statementRequest)}.pdf`, contentType: PDF_TYPE, body: sheet.end() };
}

/** Without its ending. */
export const statementName = ({ from, to, currency }: { from: string; to: string; currency: string }) =>
  `statement-${currency}-${from}-${to}`;

/** A number as a file name; numbers of other systems have slashes. */
const safeName = (number: string) => number.replace(/[^\p{L}\p{N}._-]+/gu, "-");
