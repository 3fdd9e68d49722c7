import type { z } from "zod";
import type { bookingSaveDraft } from "#app/contract/booking.ts";
import { inCodes } from "#app/lib/booking-codes.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { withNotifyParty } from "#app/lib/notify-party.ts";
import type { CallerContext } from "../call/context.ts";
import { reconcile } from "../freight/content-save.ts";
import { isSame } from "../freight/three-way.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { mustStart } from "./permission.ts";
import {
  advance,
  type BookingChange,
  insertDraftOnce,
  lockFor,
  readContent,
  refusalOf,
  storedContent,
} from "./store.ts";

/**
 * Saves a draft, merged with what others have saved meanwhile. Content equal to what is stored is not stored
 * again, whichever version it was based on.
 * @throws Refusal 409 with both versions when both have changed the same field
 */
export async function saveDraft(
  { id, version, draftKey, base, content: sent, ...input }: z.output<typeof bookingSaveDraft.request>,
  context: CallerContext,
): Promise<z.input<typeof bookingSaveDraft.response>> {
  const { caller, now } = context;
  const savedAt = instantToWire(now)!;
  const content = withNotifyParty(inCodes(sent));
  // A client that sends no form id is identified by the draft's key.
  const editor = input.editor ?? (id === null ? draftKey : null);
  if (id === null) {
    mustStart(caller);
    const made = await insertDraftOnce(context, { content }, draftKey, editor);
    if (made) return { ...made, version: 1, savedAt };
  }
  const row = await lockFor(context, id ?? (await idOfDraft(context, draftKey)), "saveDraft");
  const stored = storedContent(row);
  const callerSave = { version, editor, base, content };
  const { merged: both, conflicts } = await reconcile(context.db, stored, callerSave, readContent);
  if (conflicts.length > 0) throw await refusalOf(context, row, null, conflicts);
  const next = withNotifyParty(both);
  const merged = isSame(next, content) ? null : next;
  const saved = { id: row.id, bookingNumber: row.booking_number, merged };
  const changes = changesBetween(stored.content, next);
  if (changes.length === 0) {
    return { ...saved, version: row.version, savedAt: instantToWire(row.updated_at)! };
  }
  const change: BookingChange = {
    action: "saveDraft",
    logged: "booking.edited",
    content: next,
    given: callerSave,
    changes,
  };
  return { ...saved, version: await advance(context, row, change), savedAt };
}

/** Finds the draft that the same form has already created; only within the caller's company. */
async function idOfDraft({ db, caller }: CallerContext, draftKey: string | null): Promise<string> {
  const { id } = await db
    .selectFrom("booking")
    .select("id")
    .where("company_id", "=", caller.companyId)
    .where("draft_key", "=", draftKey)
    .executeTakeFirstOrThrow();
  return id;
}
