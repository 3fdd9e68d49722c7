import { channelTypes } from "#app/contract/message.ts";
import type { Language } from "#app/contract/user.ts";
import type { CallerContext } from "../call/context.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { channelIdOf, ensureTeam } from "../messages/team.ts";
import { tellOwn } from "../notifications/own-news.ts";
import { type MailKind, type MessageKey, mailTexts, message } from "../texts/message.ts";
import type { QuoteRow } from "./store.ts";

interface Requester {
  id: string;
  companyId: string;
  name: string;
  email: string | null;
  language: Language;
}

/** Who asked for the price, unless the account has ended. */
async function requesterOf({ db }: CallerContext, row: QuoteRow): Promise<Requester | null> {
  if (row.requested_by === null) return null;
  const person = await db
    .selectFrom("app_user")
    .select(["id", "company_id", "name", "email", "language_preference", "status"])
    .where("id", "=", row.requested_by)
    .executeTakeFirst();
  if (person?.status !== "ACTIVE") return null;
  const { id, company_id: companyId, name, email, language_preference } = person;
  return { id, companyId, name, email, language: language_preference ?? "en" };
}

const valuesOf = ({ quote_number, request: { origin, destination } }: QuoteRow) => ({
  quoteNumber: quote_number,
  origin,
  destination,
});

/** Tells the person who asked in the portal and by mail, in their language. */
export async function tellRequester(
  context: CallerContext,
  row: QuoteRow,
  {
    kind,
    mail,
    values,
  }: { kind: "quotePriced" | "quoteWithdrawn"; mail: MailKind; values: Record<string, string> },
): Promise<void> {
  const { db, now, publicUrl } = context;
  const person = await requesterOf(context, row);
  if (!person?.email) return;
  const path = `/quote/detail?id=${row.id}`;
  const mailValues = { ...valuesOf(row), ...values, name: person.name, link: `${publicUrl}${path}` };
  await tellOwn(
    db,
    {
      kind,
      person,
      path,
      number: row.quote_number,
      newsKey: `${kind}-${row.id}-${now.getTime()}`,
      mail: mailTexts(mail, person.language, mailValues),
    },
    { now, publicUrl },
  );
}

/**
 * Writes to the quote's conversation, in the language of the person who asked. Whoever reads it may not be
 * allowed to see prices, so that it names none.
 */
export async function sayInConversation(
  context: CallerContext,
  row: QuoteRow,
  { text, values }: { text: MessageKey; values: Record<string, string | number> },
): Promise<void> {
  const { db, caller, scope, now, language } = context;
  const conversationCase = await caseOf(db, scope, channelTypes.quote, row.id);
  if (!conversationCase) return;
  const team = await ensureTeam(db, conversationCase, { userId: caller.userId, now });
  const channelId = await channelIdOf(db, team.id, channelTypes.quote);
  if (channelId === null) return;
  const reader = (await requesterOf(context, row))?.language ?? language;
  await post(
    {
      channelId,
      text: message(text, reader, { ...valuesOf(row), ...values }),
      contentUrl: [],
      clientId: `${text}-${row.id}-${row.version}`,
    },
    context,
  );
}
