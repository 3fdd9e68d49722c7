import type { InvoiceAction } from "#app/contract/invoice-code.ts";
import type { Language } from "#app/contract/user.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { compare } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { message } from "../texts/message.ts";
import type { LockedInvoice } from "./settle.ts";
import { tellInBilling } from "./tell.ts";
import { noteWork } from "./work.ts";

interface Settled {
  companyId: string;
  currency: string;
  /** The invoice whose page it was done on. */
  seen: { invoiceId: string } | null | undefined;
  invoices: ReadonlyMap<string, LockedInvoice>;
  parts: readonly { invoiceNumber: string; amount: string }[];
}

/** Notes what settled invoices at each of them, and at the one whose page it was done on. */
export async function noteSettled(
  { companyId, currency, seen, invoices, parts }: Settled,
  { action, told: noted }: { action: InvoiceAction; told: Record<string, string> },
  context: CallerContext,
): Promise<void> {
  const ids = new Map(parts.map((part) => [invoices.get(part.invoiceNumber)!.id, part.amount]));
  for (const [invoiceId, amount] of ids) {
    const allocated = `${amountText(amount, currency)} ${currency}`;
    await noteWork(context, companyId, { invoiceId }, { action, told: { ...noted, allocated } });
  }
  if (seen && !ids.has(seen.invoiceId)) await noteWork(context, companyId, seen, { action, told: noted });
}

/** "INV-1: 40.00 USD; not allocated: 10.00 USD". */
export function partsText(
  parts: Settled["parts"],
  { unallocated, currency }: { unallocated: string; currency: string },
  language: Language,
): string {
  const texts = parts.map(
    ({ invoiceNumber, amount }) => `${invoiceNumber}: ${amountText(amount, currency)} ${currency}`,
  );
  const rest =
    compare(unallocated, 0) > 0
      ? [message("paymentRest", language, { amount: `${unallocated} ${currency}` })]
      : [];
  return [...texts, ...rest].join("; ");
}

/** Says something in the billing conversation of an invoice, by its id. */
export async function tellOfInvoice(
  id: string,
  post: { text: string; clientId: string },
  context: CallerContext,
): Promise<void> {
  const invoice = await context.db
    .selectFrom("invoice")
    .select(["company_id", "number", "shipment_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (invoice) await tellInBilling(invoice, post, context);
}
