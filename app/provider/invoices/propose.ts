import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { DraftContent, invoiceCheck, invoiceProposal } from "#app/contract/invoice-draft.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { currencyDecimals } from "#app/lib/currency-decimals.ts";
import { daysBefore, dayToWire, instantToWire } from "#app/lib/date-time.ts";
import { add, compare, multiply, round } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../texts/message.ts";
import { readQuoted } from "./comparison.ts";
import { checkDraft } from "./draft-check.ts";
import { type DraftSubject, findDraftSubject } from "./draft-subject.ts";
import { endedClocks } from "./ended-clock.ts";
import { termsOf } from "./terms.ts";
import { readWork } from "./work.ts";

type Answer = z.input<typeof invoiceProposal.response>;

const USUAL_CURRENCY = "USD";

/** A draft as it is, or what one of a shipment or booking starts from. */
export async function proposeInvoice(
  { draftId, ...named }: z.output<typeof invoiceProposal.request>,
  context: CallerContext,
): Promise<Answer> {
  const { db, language } = context;
  const draft = draftId ? await findDraft(db, draftId) : null;
  const subject = await findDraftSubject(
    context,
    draft ? { shipmentId: draft.shipment_id, bookingId: draft.booking_id } : named,
  );
  const quote = await readQuoted(db, subject.booking_id);
  const content = draft?.content ?? (await startOf(context, subject, quote));
  return {
    draft: draft && {
      id: draft.id,
      version: draft.version,
      state: draft.state,
      invoiceId: draft.invoice_id,
      savedBy: personName(draft.saved_by_name, language),
      savedAt: instantToWire(draft.saved_at)!,
    },
    company: { id: subject.company_id, name: subject.company },
    shipmentId: subject.shipment_id,
    houseNumber: subject.house_number,
    bookingId: subject.booking_id,
    bookingNumber: subject.booking_number,
    quote: quote && { id: quote.id, quoteNumber: quote.quoteNumber, currency: quote.currency },
    content,
    check: await checkDraft(db, subject, content),
    clocks: subject.shipment_id === null ? [] : await endedClocks(context, subject.shipment_id),
    others: await othersOf(db, subject, draft?.id ?? null),
    log: draft ? await readWork(db, { draftId: draft.id }, language) : [],
  };
}

/** The sums and differences of a draft as typed. */
export async function checkTyped(
  { content, draftId, ...named }: z.output<typeof invoiceCheck.request>,
  context: CallerContext,
): Promise<z.input<typeof invoiceCheck.response>> {
  const draft = draftId ? await findDraft(context.db, draftId) : null;
  const subject = draft ? { shipmentId: draft.shipment_id, bookingId: draft.booking_id } : named;
  return checkDraft(context.db, await findDraftSubject(context, subject), content);
}

async function findDraft(db: Kysely<Database>, id: string) {
  const draft = await db.selectFrom("invoice_draft").selectAll().where("id", "=", id).executeTakeFirst();
  if (!draft) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return draft;
}

async function startOf(
  { db, now }: CallerContext,
  subject: DraftSubject,
  quote: Awaited<ReturnType<typeof readQuoted>>,
): Promise<DraftContent> {
  const terms = await termsOf(db, subject.company_id);
  // Another currency than the quote's could not be compared with it.
  const currency = quote?.currency ?? terms.currency ?? USUAL_CURRENCY;
  const lines = (quote?.lines ?? []).map((line) => {
    const { quantity, price } = line;
    // The amount is what was agreed: a minimum, or what was rounded otherwise, is billed as it is.
    const isProduct =
      quantity !== null &&
      price !== null &&
      compare(round(multiply(quantity, price), currencyDecimals(currency)), line.amount) === 0;
    return emptyLine({
      chargeCode: line.code,
      description: line.description,
      unit: line.unit,
      ...(isProduct ? { quantity, unitPrice: price } : { unitPrice: add(line.amount) }),
    });
  });
  return {
    title: subject.company,
    currency,
    rounding: terms.rounding,
    note: "",
    missing: [],
    dueDate: daysBefore(dayToWire(now)!, -terms.daysToPay)!,
    lines: lines.length > 0 ? lines : [emptyLine({})],
  };
}

const emptyLine = (presets: Partial<DraftContent["lines"][number]>): DraftContent["lines"][number] => ({
  chargeCode: null,
  description: "Freight",
  unit: "",
  quantity: "1",
  unitPrice: "0",
  discountPercent: "0",
  taxPercent: "0",
  clock: null,
  reason: "",
  ...presets,
});

async function othersOf(
  db: Kysely<Database>,
  { shipment_id, booking_id }: DraftSubject,
  draftId: string | null,
): Promise<Answer["others"]> {
  const { rows } = await sql<{ id: string; number: string | null; total: string; currency: string }>`
    select id, number, total, currency from invoice
      where kind = 'INVOICE' and (shipment_id = ${shipment_id} or booking_id = ${booking_id})
    union all
    select id, null, total, content ->> 'currency' from invoice_draft
      where state = 'DRAFT' and id is distinct from ${draftId}
        and (shipment_id = ${shipment_id} or booking_id = ${booking_id})
    order by number nulls last, id limit 50`.execute(db);
  return rows.map(({ total, currency, ...row }) => ({
    ...row,
    total: { amount: amountText(total, currency), currency },
  }));
}
