import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import type { InvoiceAction } from "#app/contract/invoice-code.ts";
import type { operationLogEntry } from "#app/contract/quote.ts";
import type { Language } from "#app/contract/user.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { message, personName } from "../texts/message.ts";

/** The desk's record of an invoice or a draft: who, when, what. Customers never read it. */

type Subject = { invoiceId: string } | { draftId: string };
/** Fields with what they are now; empty ones are left out. */
type LoggedValues = Record<string, string | null | undefined>;

/** Adds an entry to the record. */
export async function noteWork(
  { db, caller, now }: Pick<CallerContext, "db" | "caller" | "now">,
  companyId: string,
  subject: Subject,
  { action, told: noted = {} }: { action: InvoiceAction; told?: LoggedValues },
): Promise<void> {
  const changes = Object.entries(noted).flatMap(([path, after]) =>
    after ? [{ path, before: null, after }] : [],
  );
  await db
    .insertInto("invoice_work")
    .values({
      company_id: companyId,
      invoice_id: "invoiceId" in subject ? subject.invoiceId : null,
      draft_id: "draftId" in subject ? subject.draftId : null,
      at: now,
      actor_id: caller.userId,
      actor_name: caller.name,
      action,
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** The record of an invoice with that of its draft, or of a draft; the oldest entry first. */
export async function readWork(
  db: Kysely<Database>,
  subject: Subject,
  language: Language,
): Promise<z.input<typeof operationLogEntry>[]> {
  const isOf =
    "invoiceId" in subject
      ? sql`w.invoice_id = ${subject.invoiceId}
          or w.draft_id in (select id from invoice_draft where invoice_id = ${subject.invoiceId})`
      : sql`w.draft_id = ${subject.draftId}`;
  const { rows } = await sql<{
    at: Date;
    actor_name: string;
    action: string;
    changes: z.input<typeof operationLogEntry>["changes"];
  }>`select w.at, case when w.actor_id is null then '' else w.actor_name end as actor_name, w.action, w.changes
    from invoice_work w where ${isOf} order by w.id`.execute(db);
  return rows.map(({ at, actor_name, action, changes }) => ({
    at: instantToWire(at)!,
    actor: personName(actor_name, language),
    isForwarder: true,
    action: `invoice.${action}`,
    changes,
  }));
}

interface LastWork {
  id: string;
  at: Date;
  actor_name: string;
  action: InvoiceAction;
}

/** The last entry of an invoice; its id is the version that pages show. */
export async function lastWork(db: Kysely<Database>, invoiceId: string): Promise<LastWork | undefined> {
  const { rows } = await sql<LastWork>`
    select id, at, actor_name, action from invoice_work where invoice_id = ${invoiceId} order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/**
 * Lets one person of the desk at a time work on an invoice, and refuses whoever has not seen what another did. Comes before all
 * other locks, so that nobody who waits for it holds a row.
 * @throws Refusal CODE_CONFLICT, which says who did what
 */
export async function requireSeen(
  { db, language }: Pick<CallerContext, "db" | "language">,
  seen: { invoiceId: string; version: string } | null | undefined,
): Promise<void> {
  if (!seen) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('fairlead invoice', ${seen.invoiceId}::bigint))`.execute(
    db,
  );
  const last = await lastWork(db, seen.invoiceId);
  if (!last || BigInt(last.id) <= BigInt(seen.version)) return;
  throw new Refusal(CODE_CONFLICT, "invoiceWorkedOn", {
    values: {
      name: personName(last.actor_name, language),
      what: message(`invoiceWork${last.action}`, language),
    },
  });
}
