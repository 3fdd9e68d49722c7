import { type Kysely, sql } from "kysely";
import type { Database } from "../db/schema.ts";

/**
 * Takes the name of a person whose account is deleted from what screens show; `personName` says 'former member'
 * in its place. The operation log and the security log keep it: the one's hash covers it, and readers of both
 * leave it out.
 */
export async function forgetName(db: Kysely<Database>, userId: string): Promise<void> {
  const { name, company_id } = await db
    .selectFrom("app_user")
    .select(["name", "company_id"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await sql`update quote set requested_by_name = '' where requested_by = ${userId}`.execute(db);
  await sql`update quote set updated_by_name = '' where updated_by = ${userId}`.execute(db);
  await sql`update booking set created_by_name = '' where created_by = ${userId}`.execute(db);
  await sql`update booking set updated_by_name = '' where updated_by = ${userId}`.execute(db);
  await sql`update booking_template set updated_by_name = '' where updated_by = ${userId}`.execute(db);
  await sql`update stored_file set uploaded_by_name = '' where uploaded_by = ${userId}`.execute(db);
  await sql`update message set sender_name = '' where sender_id = ${userId}`.execute(db);
  await sql`update booking_change_request set asked_by_name = '' where asked_by = ${userId}`.execute(db);
  await sql`update carrier_booking set asked_by_name = '' where asked_by = ${userId}`.execute(db);
  await sql`update carrier_alias set added_by_name = '' where added_by = ${userId}`.execute(db);
  await sql`update delivery_request set asked_by_name = '' where asked_by = ${userId}`.execute(db);
  await sql`update desk_item_log set actor_name = '' where actor_id = ${userId}`.execute(db);
  await sql`update desk_item_log set to_name = '' where to_name = ${name} and exists (
    select from company c where c.id = ${company_id} and c.is_forwarder)`.execute(db);
  await sql`update desk_note set author_name = '' where author_id = ${userId}`.execute(db);
  await sql`update quote_draft set saved_by_name = '' where saved_by = ${userId}`.execute(db);
  await sql`update rate_import set user_name = '' where user_id = ${userId}`.execute(db);
  // Some have a name without an id: the company's people of this name lose it together.
  await sql`
    update invoice_draft set saved_by_name = '' where saved_by_name = ${name} and exists (
      select from company c where c.id = ${company_id} and c.is_forwarder)`.execute(db);
  await sql`
    update desk_answer set changed_by = '' where changed_by = ${name} and exists (
      select from company c where c.id = ${company_id} and c.is_forwarder)`.execute(db);
  await sql`
    update booking_template set created_by_name = ''
    where company_id = ${company_id} and created_by_name = ${name}`.execute(db);
  await sql`
    update booking_change_request r set asked_by_name = ''
    from booking b where b.id = r.booking_id and b.company_id = ${company_id} 
      and r.asked_by is null and r.asked_by_name = ${name}`.execute(db);
}
