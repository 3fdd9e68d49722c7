import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type {
  DraftContent,
  draftCheck,
  invoiceDraftDiscard,
  invoiceDraftList,
  invoiceDraftSave,
} from "#app/contract/invoice-draft.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { dayToWire, instantToWire } from "#app/lib/date-time.ts";
import { compare } from "#app/lib/decimal.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { containing, searchText } from "../db/search-text.ts";
import { message, personName } from "../texts/message.ts";
import { checkDraft } from "./draft-check.ts";
import { type DraftSubject, findDraftSubject } from "./draft-subject.ts";
import { issueInvoice } from "./issue.ts";
import { requireDecimals } from "./settle.ts";
import { billingLanguage, tellInBilling } from "./tell.ts";
import { noteWork } from "./work.ts";

type Input = z.output<typeof invoiceDraftSave.request>;
type Check = z.input<typeof draftCheck>;

/** Keeps a draft, and issues it when that is asked for: all of it or nothing. */
export async function saveDraft(
  { draftId, version, content, issue, ...named }: Input,
  context: CallerContext,
): Promise<z.input<typeof invoiceDraftSave.response>> {
  const { db, caller, now } = context;
  const draft = draftId ? await lockDraft(context, draftId, version ?? null) : null;
  const subject = await findDraftSubject(
    context,
    draft ? { shipmentId: draft.shipment_id, bookingId: draft.booking_id } : named,
  );
  const check = await checkDraft(db, subject, content);
  const savedColumns = {
    content: JSON.stringify(content),
    total: check.total,
    saved_at: now,
    saved_by_name: caller.name,
  };
  const { id } = draft
    ? await db
        .updateTable("invoice_draft")
        .set({ ...savedColumns, version: draft.version + 1 })
        .where("id", "=", draft.id)
        .returning("id")
        .executeTakeFirstOrThrow()
    : await db
        .insertInto("invoice_draft")
        .values({
          ...savedColumns,
          company_id: subject.company_id,
          shipment_id: subject.shipment_id,
          booking_id: subject.booking_id,
          invoice_id: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
  const values = { total: `${check.total} ${content.currency}` };
  await noteWork(context, subject.company_id, { draftId: id }, { action: "draftSaved", told: values });
  if (!issue) return { draftId: id, invoiceId: null, invoiceNumber: null };
  return { draftId: id, ...(await issueDraft({ id, subject, content, check, seen: issue.total }, context)) };
}

/** Puts a draft away. */
export async function discardDraft(
  { id, version }: z.output<typeof invoiceDraftDiscard.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  const draft = await lockDraft(context, id, version);
  await db
    .updateTable("invoice_draft")
    .set({ state: "DISCARDED", version: draft.version + 1, saved_at: now, saved_by_name: caller.name })
    .where("id", "=", id)
    .execute();
  await noteWork(context, draft.company_id, { draftId: id }, { action: "draftDiscarded" });
  return null;
}

/** @throws Refusal CODE_CONFLICT, which names who was faster */
async function lockDraft({ db, language }: CallerContext, id: string, version: number | null) {
  const draft = await db
    .selectFrom("invoice_draft")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) throw new Refusal(CODE_NOT_FOUND, "notFound");
  const name = personName(draft.saved_by_name, language);
  if (draft.state !== "DRAFT")
    throw new Refusal(CODE_CONFLICT, draft.state === "ISSUED" ? "draftIssued" : "draftGone", {
      values: { name },
    });
  if (draft.version !== version) throw new Refusal(CODE_CONFLICT, "draftChanged", { values: { name } });
  return draft;
}

interface Issuing {
  id: string;
  subject: DraftSubject;
  content: DraftContent;
  check: Check;
  /** The total that the person has seen. */
  seen: string;
}

async function issueDraft({ id, subject, content, check, seen }: Issuing, context: CallerContext) {
  const { db, now } = context;
  const { currency, rounding, dueDate, title, note } = content;
  const today = dayToWire(now)!;
  if (compare(seen, check.total) !== 0)
    throw new Refusal(CODE_INVALID, "invoiceTotalSeen", { values: { total: check.total, currency } });
  if (dueDate < today) throw new Refusal(CODE_INVALID, "invoiceDuePast");
  if (compare(check.total, 0) <= 0) throw new Refusal(CODE_INVALID, "invoiceZero");
  requireReasons(check, context);
  for (const { net, tax } of check.lines) for (const sum of [net, tax]) requireDecimals(sum, currency);
  const issued = await issueInvoice(
    {
      companyId: subject.company_id,
      kind: "INVOICE",
      invoiceNumber: null,
      title,
      creditedNumber: null,
      houseNumber: subject.house_number,
      bookingNumber: subject.booking_number,
      invoiceDate: today,
      dueDate,
      currency,
      rounding,
      note,
      net: check.net,
      tax: check.tax,
      total: check.total,
      lines: content.lines.map(({ reason: _, ...line }, index) => ({ ...line, ...check.lines[index]! })),
    },
    context,
  );
  await keepReasons(db, issued.id, content);
  await db
    .updateTable("invoice_draft")
    .set({ state: "ISSUED", invoice_id: issued.id })
    .where("id", "=", id)
    .execute();
  const values = { number: issued.invoiceNumber, amount: `${check.total} ${currency}`, day: dueDate };
  await tellInBilling(
    { company_id: subject.company_id, number: issued.invoiceNumber, shipment_id: subject.shipment_id },
    {
      text: message("invoiceTold", await billingLanguage(db, subject.company_id), values),
      clientId: `invoice-${issued.id}`,
    },
    context,
  );
  return { invoiceId: issued.id, invoiceNumber: issued.invoiceNumber };
}

/** @throws Refusal CODE_INVALID with the fields that lack a reason */
function requireReasons({ differences }: Check, { language }: CallerContext): void {
  const unexplained = differences.filter(({ isExplained }) => !isExplained);
  if (unexplained.length === 0) return;
  const fields = unexplained.map(({ lines, charge }) => ({
    path: lines.length > 0 ? `lines.${lines[0]}.reason` : "missing",
    message: message("invoiceReasonOf", language, { charge }),
  }));
  throw new Refusal(CODE_INVALID, "invoiceReason", { data: { fields } });
}

async function keepReasons(
  db: Kysely<Database>,
  invoiceId: string,
  { lines, missing }: DraftContent,
): Promise<void> {
  const issued = await db
    .selectFrom("invoice_line")
    .select(["id", "position"])
    .where("invoice_id", "=", invoiceId)
    .execute();
  const reasons = [
    ...lines.map(({ reason, chargeCode, description }, position) => ({
      line_id: issued.find((line) => line.position === position)!.id,
      charge: chargeCode ?? description,
      reason,
    })),
    ...missing.map(({ charge, reason }) => ({ line_id: null, charge, reason })),
  ].filter(({ reason }) => reason !== "");
  if (reasons.length === 0) return;
  await db
    .insertInto("invoice_reason")
    .values(reasons.map((each) => ({ ...each, invoice_id: invoiceId })))
    .execute();
}

/** Drafts that are neither issued nor put away. */
export async function listDrafts(
  { keyword, page, pageSize }: z.output<typeof invoiceDraftList.request>,
  { db, language }: CallerContext,
): Promise<z.input<typeof invoiceDraftList.response>> {
  const words = searchText(keyword ?? "").trim();
  const { rows } = await sql<{
    id: string;
    company: string;
    content: DraftContent;
    house_number: string | null;
    booking_number: string | null;
    total: string;
    saved_at: Date;
    saved_by_name: string;
    every: number;
  }>`
    select * from (
      select d.id, c.name as company, d.content, s.house_number, b.booking_number, d.total, d.saved_at, d.saved_by_name,
        count(*) over ()::int as every
      from invoice_draft d join company c on c.id = d.company_id
      left join shipment s on s.id = d.shipment_id left join booking b on b.id = d.booking_id
      where d.state = 'DRAFT' and (${words} = '' or lower(concat_ws(' ', c.name, s.house_number, b.booking_number,
        d.content ->> 'title')) like ${containing(words)})
    ) draft order by saved_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      company: row.company,
      title: row.content.title,
      houseNumber: row.house_number,
      bookingNumber: row.booking_number,
      total: { amount: amountText(row.total, row.content.currency), currency: row.content.currency },
      dueDate: row.content.dueDate,
      savedBy: personName(row.saved_by_name, language),
      savedAt: instantToWire(row.saved_at)!,
    })),
    total: rows[0]?.every ?? 0,
    isTotalCapped: false,
  };
}
