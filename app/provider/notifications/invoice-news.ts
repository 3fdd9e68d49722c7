import { type Kysely, sql } from "kysely";
import { dayToWire } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";

/** Days before the due date on which people are told. */
const TOLD_BEFORE = 3;

/**
 * Tells who may see invoices of one with something left to pay: three days before it is due, and on the day after
 * (product 5). A due date that has changed is told anew.
 * @returns who was told
 */
export async function tellDueInvoices(db: Kysely<Database>, now: Date): Promise<string[]> {
  const today = dayToWire(now)!;
  const { rows } = await sql<{ user_id: string }>`
    insert into notice (company_id, user_id, recipient, kind, news_key, content, created_at, state)
    select u.company_id, u.id, lower(u.email), 'invoiceDue',
      'invoiceDue-' || i.id || '-' || i.due_date || case when i.due_date < ${today}::date then '-over' else '' end,
      jsonb_build_object('title', i.number, 'path', '/billing/detail/' || i.id), ${now}::timestamptz,
      case when coalesce(u.email, '') = '' then 'PORTAL' else 'WAITING' end
    from invoice i join app_user u on u.company_id = i.company_id and u.status = 'ACTIVE'
    where i.kind = 'INVOICE' and i.paid + i.credit_used < i.total
      and i.due_date >= ${today}::date - 1 and i.due_date <= ${today}::date + ${TOLD_BEFORE}::integer
      and exists (select from role_menu rm join menu n on n.id = rm.menu_id
        where rm.role_id = u.role_id and n.menu_flag = 1 and n.name = 'BILLING')
      and not exists (select from notice_off o where o.user_id = u.id and o.kind = 'invoiceDue')
    on conflict do nothing returning user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}
