import { sql } from "kysely";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { channelTypes } from "#app/contract/message.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { searchText } from "../db/search-text.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { addChannels, channelIdOf, ensureTeam } from "../messages/team.ts";

interface ChangedInvoice {
  company_id: string;
  number: string;
  shipment_id: string | null;
}

/**
 * Says something in the billing conversation of an invoice.
 * @param clientId makes the message one, however often it is sent
 * @returns the message
 */
export async function tellInBilling(
  invoice: ChangedInvoice,
  { text, clientId }: { text: string; clientId: string },
  context: CallerContext,
) {
  const channelId = await billingChannel(invoice, context);
  return post({ channelId, text, contentUrl: [], clientId }, context);
}

/**
 * The language in which the desk tells the customer of bills: that of most people who see them, whatever the writer's is.
 * English where nobody has chosen one, or as many have chosen each.
 */
export async function billingLanguage(db: CallerContext["db"], companyId: string): Promise<Language> {
  const { rows } = await sql<{ language: Language }>`
    select u.language_preference as language from app_user u
    where u.company_id = ${companyId} and u.status = 'ACTIVE' and u.language_preference is not null
      and exists (select from role_menu rm join menu m on m.id = rm.menu_id
        where rm.role_id = u.role_id and m.menu_flag = 1 and m.name = 'BILLING')
    group by 1 order by count(*) desc, 1 limit 1`.execute(db);
  return rows[0]?.language ?? "en";
}

/** The billing channel of the invoice's shipment, or of a conversation about the invoice itself. */
export async function billingChannel(
  { company_id, number, shipment_id }: ChangedInvoice,
  { db, caller, scope, now }: CallerContext,
): Promise<string> {
  const conversationCase = shipment_id && (await caseOf(db, scope, channelTypes.billing, shipment_id));
  const team = conversationCase
    ? await ensureTeam(db, conversationCase, { userId: caller.userId, now })
    : await invoiceTeam(db, { companyId: company_id, number, userId: caller.userId, now });
  const channelId = await channelIdOf(db, team.id, channelTypes.billing);
  if (channelId === null) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return channelId;
}

async function invoiceTeam(
  db: CallerContext["db"],
  { companyId, number, userId, now }: { companyId: string; number: string; userId: string; now: Date },
): Promise<{ id: string }> {
  const known = await db
    .selectFrom("team")
    .select("id")
    .where("company_id", "=", companyId)
    .where("subject", "=", number)
    .orderBy("id")
    .executeTakeFirst();
  if (known) return known;
  const team = await db
    .insertInto("team")
    .values({
      company_id: companyId,
      subject: number,
      search_text: searchText(number),
      created_by: userId,
      created_at: now,
      last_message_at: now,
    })
    .returning(["id", "company_id"])
    .executeTakeFirstOrThrow();
  await addChannels(db, team, [channelTypes.billing]);
  return team;
}
