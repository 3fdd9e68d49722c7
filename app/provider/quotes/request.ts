import type { z } from "zod";
import type { QuoteRequest, quoteAdd, quoteUpdate } from "#app/contract/quote.ts";
import { weighPackages } from "#app/lib/package-weight.ts";
import { quoteFaults } from "#app/lib/quote-check.ts";
import { refuseFaults } from "../field-fault.ts";
import { nextNumber } from "../freight-number.ts";
import type { CallerContext } from "../http/handler.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { actorOf, append, NO_ENTRIES } from "../operation-log/log.ts";
import { findOwnRow } from "../own-row.ts";
import { searchText } from "../search-text.ts";
import { mustTake } from "./permission.ts";
import { mustFollow, refusalOf } from "./store.ts";

/** Asks the forwarder for a price. */
export async function addQuote(
  input: z.output<typeof quoteAdd.request>,
  context: CallerContext,
): Promise<z.input<typeof quoteAdd.response>> {
  const { db, caller, now, language } = context;
  const request = tidy(input);
  refuseFaults(quoteFaults(request), language);
  const row = await db
    .insertInto("quote")
    .values({
      company_id: caller.companyId,
      quote_number: nextNumber("quote", now),
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
    .returning(["id", "quote_number"])
    .executeTakeFirstOrThrow();
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

/** Changes a request that nobody has priced yet. */
export async function updateQuote(
  { id, version, ...input }: z.output<typeof quoteUpdate.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now, language } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  mustTake(caller, "update", { companyId: row.company_id, status: row.status });
  await mustFollow(context, row, "update");
  if (row.version !== version) throw await refusalOf(context, row, "quoteChanged");
  const request = tidy(input);
  refuseFaults(quoteFaults(request), language);
  const changes = changesBetween(row.request, request);
  if (changes.length === 0) return null;
  await db
    .updateTable("quote")
    .set({ ...columnsOf(request), version: row.version + 1, updated_at: now })
    .where("id", "=", id)
    .execute();
  await append(db, row, {
    ...{ subject: "quote", subjectId: id, actor: actorOf(caller), at: now },
    action: "quote.updated",
    changes,
  });
  return null;
}

/** Battery kinds are kept only while there are batteries; a choice made twice counts once. */
function tidy(request: QuoteRequest): QuoteRequest {
  const hasBatteries = request.specialGoods.includes("BATTERIES");
  return {
    ...request,
    incoterms: request.incoterms.trim().toUpperCase(),
    specialGoods: [...new Set(request.specialGoods)],
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
