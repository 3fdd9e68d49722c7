import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import type * as contract from "#app/contract/mail-delivery.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import type { Database } from "../db/schema.ts";
import { recordSecurity } from "../security-log/record.ts";

/** Addresses that a page is shown with. */
const SHOWN = 100;

interface Row {
  email: string;
  user_id: string | null;
  user_name: string | null;
  name: string | null;
  hard_failures: number;
  soft_failures: number;
  last_error: string | null;
  last_failed_at: Date | null;
  blocked_at: Date | null;
}

/** Failing addresses of the company's members and of the recipients of their notifications. */
async function failingAddresses(db: Kysely<Database>, companyId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with used as (
      select lower(email) as email from app_user where company_id = ${companyId} and email is not null
      union select unnest(recipients) from notification where company_id = ${companyId}
    )
    select m.email, u.id as user_id, u.user_name, u.name, m.hard_failures, m.soft_failures, m.last_error, m.last_failed_at, m.blocked_at
    from used join mail_address m on m.email = used.email
    left join lateral (
      select id, user_name, name from app_user u where u.company_id = ${companyId} and lower(u.email) = m.email order by id limit 1
    ) u on true
    order by m.blocked_at desc nulls last, m.last_failed_at desc, m.email`.execute(db);
  return rows;
}

export async function readDelivery(
  _: unknown,
  { db, caller }: CallerContext,
): Promise<z.input<typeof contract.mailDelivery.response>> {
  const { is_mail_bare: isBare } = await db
    .selectFrom("company")
    .select("is_mail_bare")
    .where("id", "=", caller.companyId)
    .executeTakeFirstOrThrow();
  const rows = await failingAddresses(db, caller.companyId);
  return {
    isBare,
    addresses: rows.slice(0, SHOWN).map((row) => ({
      email: row.email,
      userId: row.user_id,
      name: row.name,
      hardFailures: row.hard_failures,
      softFailures: row.soft_failures,
      lastError: row.last_error,
      lastFailedAt: instantToWire(row.last_failed_at),
      blockedSince: instantToWire(row.blocked_at),
    })),
    more: Math.max(0, rows.length - SHOWN),
  };
}

export async function saveDelivery(
  { isBare }: z.output<typeof contract.saveMailDelivery.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  const changed = await db
    .updateTable("company")
    .set({ is_mail_bare: isBare })
    .where("id", "=", caller.companyId)
    .where("is_mail_bare", "<>", isBare)
    .returning("id")
    .executeTakeFirst();
  if (changed) await recordSecurity(context, isBare ? "mail.bared" : "mail.filled", caller);
  return null;
}

/** @throws Refusal 404 for an address that is not the company's */
export async function liftBlock(
  { email }: z.output<typeof contract.liftMailBlock.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller } = context;
  const rows = await failingAddresses(db, caller.companyId);
  const row = rows.find((each) => each.email === email);
  if (!row) throw new Refusal(CODE_NOT_FOUND, "notFound");
  await db.deleteFrom("mail_address").where("email", "=", email).execute();
  const by = { by: caller.userName, byId: caller.userId };
  const member = row.user_id && {
    userId: row.user_id,
    userName: row.user_name ?? "",
    companyId: caller.companyId,
  };
  await recordSecurity(context, "mail.lifted", member || caller, by);
  return null;
}
