import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { channelTypes } from "#app/contract/message.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { searchText } from "../db/search-text.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { addChannels, channelIdOf, ensureTeam } from "../messages/team.ts";

interface Told {
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
  invoice: Told,
  { text, clientId }: { text: string; clientId: string },
  context: CallerContext,
) {
  const channelId = await billingChannel(invoice, context);
  return post({ channelId, text, contentUrl: [], clientId }, context);
}

/** The billing channel of the invoice's shipment, or of a conversation about the invoice itself. */
export async function billingChannel(
  { company_id, number, shipment_id }: Told,
  { db, caller, scope, now }: CallerContext,
): Promise<string> {
  const given = shipment_id && (await caseOf(db, scope, channelTypes.billing, shipment_id));
  const team = given
    ? await ensureTeam(db, given, { userId: caller.userId, now })
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
      ...{ company_id: companyId, subject: number, search_text: searchText(number) },
      ...{ created_by: userId, created_at: now, last_message_at: now },
    })
    .returning(["id", "company_id"])
    .executeTakeFirstOrThrow();
  await addChannels(db, team, [channelTypes.billing]);
  return team;
}
