import type { z } from "zod";
import type { bookingSaveDraft } from "#app/contract/booking.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../http/handler.ts";
import { changesBetween } from "../operation-log/changes.ts";
import { mustBook } from "./permission.ts";
import { advance, contentOf, insertDraft, lockFor, mustBeCurrent } from "./store.ts";

/** Keeps whatever is filled. What is stored already is not stored again, whichever version it came from. */
export async function saveDraft(
  { id, version, content }: z.output<typeof bookingSaveDraft.request>,
  context: CallerContext,
): Promise<z.input<typeof bookingSaveDraft.response>> {
  const { caller, now } = context;
  const savedAt = instantToWire(now)!;
  if (id === null) {
    mustBook(caller);
    return { ...(await insertDraft(context, { content })), version: 1, savedAt };
  }
  const row = await lockFor(context, id, "saveDraft");
  const changes = changesBetween(contentOf(row), content);
  const saved = { id, bookingNumber: row.booking_number };
  if (changes.length === 0) {
    return { ...saved, version: row.version, savedAt: instantToWire(row.updated_at)! };
  }
  await mustBeCurrent(context, row, version);
  const change = { action: "saveDraft", logged: "booking.edited", content, changes } as const;
  return { ...saved, version: await advance(context, row, change), savedAt };
}
