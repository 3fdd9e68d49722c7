import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { InvoiceRow } from "#app/contract/invoice.ts";
import { invoiceStatuses } from "#app/contract/invoice-code.ts";
import { chargeName } from "#app/lib/charge-names.ts";
import { countText, type DisplayLanguage } from "#app/lib/date-time.ts";
import { compare, subtract } from "#app/lib/decimal.ts";
import { formatMoney } from "#app/lib/money.ts";

/** Which badge stands for a status of an invoice. */
const badges: Record<InvoiceRow["status"], ListRow["status"]> = {
  OPEN: "SUBMITTED",
  PART_PAID: "TRANSIT",
  PAID: "COMPLETED",
  CREDITED: "ACCEPTED",
  CREDIT: "DRAFT",
};

/** The status of an invoice; an overdue one says so, and a disputed one besides. */
export function badgeOf(
  { t }: Visit,
  { status, daysOver, hasOpenDispute }: InvoiceRow,
): { status: ListRow["status"]; label: string } {
  // An unknown status of another provider is shown as it is.
  const known = invoiceStatuses.find((each) => each === status);
  const label = daysOver ? t("billing:overdue") : known ? t(`billing:status.${known}`) : status;
  return {
    status: daysOver ? "DELAYED" : badges[status],
    label: hasOpenDispute ? t("billing:disputed", { status: label }) : label,
  };
}

/** The name of a line in the reader's language; null for a line that is not among them. */
export function lineName(
  language: DisplayLanguage,
  lines: readonly { id: string; description: string }[],
  id: string | null,
): string | null {
  const line = lines.find((each) => each.id === id);
  return line ? chargeName(line.description, language) : null;
}

/** The amount in a list: below zero of a credit note, as in the list's file and on the statement. */
export function amountOf({ language }: Visit, { kind, amount }: InvoiceRow): string {
  const signed = kind === "CREDIT_NOTE" ? subtract("0", amount.amount) : amount.amount;
  return formatMoney(signed, amount.currency, language) ?? amount.amount;
}

/** What is left to pay, and until when. */
export function dueText(visit: Visit, row: InvoiceRow): NonNullable<ListRow["notice"]> | null {
  const { t, language } = visit;
  const { outstanding, dueDate, daysOver, kind, amount } = row;
  if (outstanding === null || compare(outstanding, 0) === 0 || kind === "CREDIT_NOTE") return null;
  const left = formatMoney(outstanding, amount.currency, language) ?? outstanding;
  const isLate = Boolean(daysOver);
  const text = daysOver
    ? t("billing:dueOver", { left, span: countText(daysOver, "day", language) })
    : dueDate
      ? t("billing:dueOn", { left, day: dueDate })
      : t("billing:left", { left });
  return { text, isLate, isSoon: false };
}
