import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { InvoiceRow } from "#app/contract/invoice.ts";
import { invoiceStatuses } from "#app/contract/invoice-code.ts";
import { compare } from "#app/lib/decimal.ts";
import { formatMoney } from "#app/lib/money.ts";

/** Which badge stands for a status of an invoice. */
const badges: Record<InvoiceRow["status"], ListRow["status"]> = {
  OPEN: "SUBMITTED",
  PART_PAID: "TRANSIT",
  PAID: "COMPLETED",
  CREDITED: "ACCEPTED",
  CREDIT: "DRAFT",
};

export function badgeOf(
  { t }: Visit,
  { status, daysOver }: InvoiceRow,
): { status: ListRow["status"]; label: string } {
  if (daysOver) return { status: "DELAYED", label: t("billing:overdue") };
  // An unknown status of another provider is shown as it is.
  const known = invoiceStatuses.find((each) => each === status);
  return { status: badges[status], label: known ? t(`billing:status.${known}`) : status };
}

/** What is left to pay, and until when. */
export function dueText(visit: Visit, row: InvoiceRow): NonNullable<ListRow["notice"]> | null {
  const { t, language } = visit;
  const { outstanding, dueDate, daysOver, kind, amount } = row;
  if (outstanding === null || compare(outstanding, 0) === 0 || kind === "CREDIT_NOTE") return null;
  const left = formatMoney(outstanding, amount.currency, language) ?? outstanding;
  const isLate = Boolean(daysOver);
  const text = daysOver
    ? t("billing:dueOver", { left, days: daysOver })
    : dueDate
      ? t("billing:dueOn", { left, day: dueDate })
      : t("billing:left", { left });
  return { text, isLate, isSoon: false };
}
