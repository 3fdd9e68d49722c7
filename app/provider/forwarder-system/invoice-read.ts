import type { z } from "zod";
import { INVOICE_LINES } from "#app/contract/invoice-code.ts";
import { invoiceIssue } from "#app/contract/invoice-desk.ts";
import { compare } from "#app/lib/decimal.ts";
import { sumInvoice } from "#app/lib/invoice-sum.ts";
import { dueDays, isDueBefore } from "../invoices/issue.ts";
import { faultAt, numberColumnsOf, type RecordFault, type SentRecord } from "./record.ts";

export type IssueInput = z.output<typeof invoiceIssue.request>;

const days = new Set(["invoiceDate", "dueDate", "paidOn"]);
const amounts = new Set(numberColumnsOf("INVOICE"));

/**
 * A record as the desk's own call of an issue takes it. Sums that are not sent are counted from the lines; all others are the
 * sender's own figures, as they are.
 */
export function readInvoice(
  { cells, lines = [] }: SentRecord,
  companyId: string,
): { input: IssueInput } | { faults: RecordFault[] } {
  const sums = ["net", "tax", "total"].filter((name) => cells[name] !== undefined).length;
  const faults: RecordFault[] = [];
  if (cells.invoiceNumber === undefined) faults.push(faultAt("invoiceNumber", "cannotBeEmpty"));
  if (sums !== 0 && sums !== 3) faults.push(faultAt("total", "systemSums"));
  if (lines.length === 0) faults.push(faultAt("lines", "systemLines", { most: INVOICE_LINES }));
  const {
    customer: _,
    paidAmount: __,
    paidOn: ___,
    sourceReference: ____,
    updatedAt: _____,
    ...invoiceCells
  } = cells;
  const parsed = invoiceIssue.request.safeParse({
    net: "0",
    tax: "0",
    total: "0",
    rounding: "LINE",
    ...invoiceCells,
    companyId,
    kind: invoiceCells.kind?.toUpperCase(),
    currency: invoiceCells.currency?.toUpperCase(),
    lines: lines.map(({ lineNet = "0", lineTax = "0", ...line }) => ({
      ...line,
      net: lineNet,
      tax: lineTax,
    })),
  });
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.path[0] === "lines" && lines.length === 0) continue;
    faults.push(faultOf(issue, cells));
  }
  if (!parsed.data || faults.length > 0) return { faults };
  const input = parsed.data;
  if (isDueBefore(input)) return { faults: [faultAt("dueDate", "invoiceDueBefore", dueDays(input))] };
  const counted = sumInvoice(input.lines, input);
  const { net, tax, total } = sums === 0 ? counted : input;
  const least = [net, tax, total].find((sum) => compare(sum, 0) < 0);
  if (least !== undefined) return { faults: [faultAt("total", "invoiceBelowZero")] };
  return {
    input: {
      ...input,
      net,
      tax,
      total,
      lines: input.lines.map((line, index) => ({
        ...line,
        net: lines[index]!.lineNet === undefined ? counted.lines[index]!.net : line.net,
        tax: lines[index]!.lineTax === undefined ? counted.lines[index]!.tax : line.tax,
      })),
    },
  };
}

function faultOf(issue: z.core.$ZodIssue, cells: SentRecord["cells"]): RecordFault {
  const [first, index, name] = issue.path;
  const inLine = first === "lines";
  const column = String(inLine ? (name ?? "") : first);
  const own =
    inLine && (column === "net" || column === "tax") ? { net: "lineNet", tax: "lineTax" }[column] : column;
  const field = inLine ? `lines.${Number(index) + 1}.${own}` : own;
  if (!inLine && cells[own] === undefined) return faultAt(field, "cannotBeEmpty");
  if (issue.code === "too_big") return faultAt(field, "tooLong", { maximum: String(issue.maximum) });
  if (days.has(own)) return faultAt(field, "systemDay");
  if (amounts.has(own)) return faultAt(field, "systemAmount");
  return faultAt(field, own === "currency" ? "systemCurrency" : "formatError");
}
