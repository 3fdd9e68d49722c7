import type { Kysely } from "kysely";
import type { z } from "zod";
import type { priceConflict, quoteDraftSave } from "#app/contract/quote-desk.ts";
import { findOwnRow } from "../access/own-row.ts";
import type { CallerContext } from "../call/context.ts";
import type { Database } from "../db/schema.ts";
import { storable } from "../db/storable.ts";
import { type MessageKey, personName } from "../texts/message.ts";
import { type QuoteRow, refusalOf, requireNextStatus } from "./store.ts";

/** The unsent price of a quote; undefined when there is none. */
export function readDraft(db: Kysely<Database>, quoteId: string) {
  return db.selectFrom("quote_draft").selectAll().where("quote_id", "=", quoteId).executeTakeFirst();
}

/** Keeps an unfinished price. Nothing of it is in the quote's log, which customers read. */
export async function saveDraft(
  { id, version, draftVersion, options }: z.output<typeof quoteDraftSave.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, scope, now } = context;
  const row = await findOwnRow(db, "quote", scope, id, { isLocked: true });
  await requireNextStatus(context, row, "price");
  await requireVersions(context, row, { version, draftVersion });
  const draft = {
    version: draftVersion + 1,
    options: JSON.stringify(storable(options)),
    saved_by: caller.userId,
    saved_by_name: caller.name,
    saved_at: now,
  };
  await db
    .insertInto("quote_draft")
    .values({ quote_id: id, ...draft })
    .onConflict((conflict) => conflict.column("quote_id").doUpdateSet(draft))
    .execute();
  return null;
}

/**
 * Call it with the quote locked. Null: the caller does not say what the price was made from.
 * @throws Refusal 409 with the present versions when somebody else was faster
 */
export async function requireVersions(
  context: CallerContext,
  row: QuoteRow,
  { version, draftVersion }: { version: number | null; draftVersion: number | null },
): Promise<void> {
  const draft = await readDraft(context.db, row.id);
  const present = { version: row.version, draftVersion: draft?.version ?? 0 };
  const refuse = (key: MessageKey, values: Record<string, string> = {}) =>
    refusalOf(context, row, key, values, present satisfies Partial<z.input<typeof priceConflict>>);
  if (version !== null && version !== present.version) throw await refuse("quotePricedMeanwhile");
  if (draftVersion === null || draftVersion === present.draftVersion) return;
  const actor = personName(draft?.saved_by_name ?? "", context.language);
  throw await refuse("quoteDraftMeanwhile", { actor });
}
