import type { z } from "zod";
import type { bookingSaveDraft } from "#app/contract/booking.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../http/handler.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { mustBegin } from "./permission.ts";
import { advance, contentOf, insertDraftOnce, lockFor, mustBeCurrent } from "./store.ts";

/** Keeps whatever is filled. What is stored already is not stored again, whichever version it came from. */
export async function saveDraft(
  { id, version, draftKey, content }: z.output<typeof bookingSaveDraft.request>,
  context: CallerContext,
): Promise<z.input<typeof bookingSaveDraft.response>> {
  const { caller, now } = context;
  const savedAt = instantToWire(now)!;
  if (id === null) {
    mustBegin(caller);
    const made = await insertDraftOnce(context, { content }, draftKey);
    if (made) return { ...made, version: 1, savedAt };
  }
  const row = await lockFor(context, id ?? (await idOfDraft(context, draftKey)), "saveDraft");
  const changes = changesBetween(contentOf(row), content);
  const saved = { id: row.id, bookingNumber: row.booking_number };
  if (changes.length === 0) {
    return { ...saved, version: row.version, savedAt: instantToWire(row.updated_at)! };
  }
  // A form whose first answer was lost does not know its draft's version: it goes on, unless somebody else was there.
  const isOwn = id === null && row.updated_by_name === caller.name;
  if (!isOwn) await mustBeCurrent(context, row, version);
  const change = { action: "saveDraft", logged: "booking.edited", content, changes } as const;
  return { ...saved, version: await advance(context, row, change), savedAt };
}

/** The draft that a form has begun before; of the caller's company alone. */
async function idOfDraft({ db, caller }: CallerContext, draftKey: string | null): Promise<string> {
  const { id } = await db
    .selectFrom("booking")
    .select("id")
    .where("company_id", "=", caller.companyId)
    .where("draft_key", "=", draftKey)
    .executeTakeFirstOrThrow();
  return id;
}
