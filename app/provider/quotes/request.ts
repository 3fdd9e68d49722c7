import type { z } from "zod";
import {
  type QuoteRequest,
  type quoteAdd,
  type quoteConflict,
  type quoteOfForm,
  quoteRequest,
  type quoteUpdate,
} from "#app/contract/quote.ts";
import { weighPackages } from "#app/lib/package-weight.ts";
import { quoteFaults } from "#app/lib/quote-check.ts";
import { equipmentIn, incotermIn, packageTypeOf } from "#app/lib/trade-words.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import type { Refusal } from "../call/refusal.ts";
import { searchText } from "../db/search-text.ts";
import { keepBefore, reconcile, type StoredContent } from "../freight/content-save.ts";
import { throwIfFaulty } from "../freight/field-fault.ts";
import { nextNumber } from "../freight/number.ts";
import { isSame, listDifferingFields } from "../freight/three-way.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append, NO_ENTRIES } from "../operation-log/log.ts";
import { type MessageKey, personName } from "../texts/message.ts";
import { mustTake } from "./permission.ts";
import { type QuoteRow, refusalOf, requireNextStatus } from "./store.ts";

/** Creates a quote request. */
export async function addQuote(
  { formKey, ...input }: z.output<typeof quoteAdd.request>,
  context: CallerContext,
): Promise<z.input<typeof quoteAdd.response>> {
  const { db, caller, now, language } = context;
  const request = normalizeRequest(input);
  throwIfFaulty(quoteFaults(request), language);
  const row = await db
    .insertInto("quote")
    .values({
      company_id: caller.companyId,
      quote_number: nextNumber("quote", now),
      form_key: formKey ?? null,
      editor: null,
      updated_by: caller.userId,
      updated_by_name: caller.name,
      ...columnsOf(request),
      requested_by: caller.userId,
      requested_by_name: caller.name,
      requested_at: now,
      updated_at: now,
      valid_until: null,
      accepted_option_id: null,
      reject_reason: null,
      booking_id: null,
      log_hash: null,
    })
    .onConflict((conflict) => conflict.columns(["company_id", "form_key"]).doNothing())
    .returning(["id", "quote_number"])
    .executeTakeFirst();
  if (!row) return findSentByForm(formKey, request, context);
  await append(db, NO_ENTRIES, {
    subject: "quote",
    subjectId: row.id,
    actor: actorOf(caller),
    action: "quote.requested",
    changes: changesBetween(null, { status: "NEW", ...request }),
    at: now,
  });
  return { id: row.id, quoteNumber: row.quote_number };
}

/**
 * Finds the quote that the same form has created before; when the request differs, the call is refused with
 * both versions.
 */
async function findSentByForm(
  formKey: string | null | undefined,
  request: QuoteRequest,
  context: CallerContext,
): Promise<z.input<typeof quoteAdd.response>> {
  const { db, caller } = context;
  const row = await db
    .selectFrom("quote")
    .selectAll()
    .where("company_id", "=", caller.companyId)
    .where("form_key", "=", formKey ?? null)
    .executeTakeFirstOrThrow();
  if (isSame(row.request, request)) return { id: row.id, quoteNumber: row.quote_number };
  const differing = listDifferingFields(request, readRequest(row.request));
  throw await changedRefusal(row, differing, context, "quoteFormSent");
}

/** The stored request, with fields that later versions of the contract added. */
const readRequest = (content: unknown): QuoteRequest => quoteRequest.parse(content);

function changedRefusal(
  row: QuoteRow,
  fields: string[],
  context: CallerContext,
  key?: MessageKey,
): Promise<Refusal> {
  const { caller } = context;
  const isOwn = row.updated_by === caller.userId;
  const updatedBy = personName(row.updated_by_name ?? row.requested_by_name, context.language);
  const data: z.input<typeof quoteConflict> = {
    conflict: {
      id: row.id,
      quoteNumber: row.quote_number,
      version: row.version,
      request: row.request,
      updatedBy,
      isOwn,
      fields,
    },
  };
  const values = { actor: updatedBy, quoteNumber: row.quote_number };
  return refusalOf(context, row, key ?? (isOwn ? "quoteChangedByYou" : "quoteChanged"), values, data);
}

/** Finds the quote that a form of the caller's company has created. */
export async function findByForm(
  { formKey }: z.output<typeof quoteOfForm.request>,
  { db, caller }: CallerContext,
): Promise<z.input<typeof quoteOfForm.response>> {
  const made = await db
    .selectFrom("quote")
    .select(["id", "quote_number as name"])
    .where("company_id", "=", caller.companyId)
    .where("form_key", "=", formKey)
    .executeTakeFirst();
  return { made: made ?? null };
}

/** Changes a request that has no price yet, merged with what others have changed meanwhile. */
export async function updateQuote(
  { id, version, editor, base, ...input }: z.output<typeof quoteUpdate.request>,
  context: CallerContext,
): Promise<z.input<typeof quoteUpdate.response>> {
  const { db, caller, scope, now, language } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  mustTake(caller, "update", { companyId: row.company_id, status: row.status });
  await requireNextStatus(context, row, "update");
  const sent = normalizeRequest(input);
  const stored: StoredContent<QuoteRequest> = {
    subject: "quote",
    id,
    version: row.version,
    since: row.content_since,
    editor: row.editor,
    content: readRequest(row.request),
  };
  const callerSave = { version, editor, base, content: sent };
  const { merged, conflicts } = await reconcile(db, stored, callerSave, readRequest);
  if (conflicts.length > 0) throw await changedRefusal(row, conflicts, context);
  const request = normalizeRequest(merged);
  throwIfFaulty(quoteFaults(request), language);
  const isMerged = !isSame(request, sent);
  const changes = changesBetween(row.request, request);
  if (changes.length === 0) return { isMerged };
  const storedBy = await keepBefore(db, stored, callerSave, request, now);
  await db
    .updateTable("quote")
    .set({
      ...columnsOf(request),
      editor: storedBy,
      updated_by: caller.userId,
      updated_by_name: caller.name,
      version: row.version + 1,
      content_since: row.version + 1,
      updated_at: now,
    })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    subject: "quote",
    subjectId: id,
    actor: actorOf(caller),
    at: now,
    action: "quote.updated",
    changes,
  });
  return { isMerged };
}

const inCode = ({ containerType, count }: QuoteRequest["containers"][number]) => ({
  containerType: equipmentIn(containerType)?.code ?? containerType,
  count,
});

/** Writes codes for words of the trade, removes battery kinds when there are no batteries, and duplicate choices. */
function normalizeRequest(request: QuoteRequest): QuoteRequest {
  const hasBatteries = request.specialGoods.includes("BATTERIES");
  return {
    ...request,
    incoterms: incotermIn(request.incoterms) ?? request.incoterms.trim().toUpperCase(),
    packages: request.packages.map((row) => ({
      ...row,
      packageType: packageTypeOf(row.packageType) ?? row.packageType,
    })),
    specialGoods: [...new Set(request.specialGoods)],
    containers: request.freightMode === "OCEAN_FCL" ? request.containers.map(inCode) : [],
    batteryTypes: hasBatteries ? [...new Set(request.batteryTypes)] : [],
  };
}

function columnsOf(request: QuoteRequest) {
  const { pieces, explanation } = weighPackages(request.freightMode, request.packages);
  const { grossKg, volumeCbm, chargeable, unit } = explanation;
  const { tag, origin, destination, originZip, destinationZip } = request;
  return {
    freight_mode: request.freightMode,
    request: JSON.stringify(request),
    totals: JSON.stringify({ pieces, grossKg, volumeCbm, chargeable, chargeableUnit: unit }),
    search_text: searchText(tag, origin, destination, originZip, destinationZip, request.cargoDetails),
  };
}
