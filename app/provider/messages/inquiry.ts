import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_INVALID } from "#app/contract/code.ts";
import {
  type ChannelType,
  channelTypes,
  type inquiryConflict,
  type newInquiry,
} from "#app/contract/message.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import { seenBookings } from "../access/seen-bookings.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import { searchText } from "../db/search-text.ts";
import { type MessageKey, message } from "../texts/message.ts";
import { caseOf } from "./case.ts";
import { mustSaySomething, post } from "./send.ts";
import { addChannels, channelIdOf, ensureTeam, notFound } from "./team.ts";

type Inquiry = z.output<typeof newInquiry.request>;

/**
 * Starts a conversation about a reference, or continues the existing one. The same sender and `clientId` is
 * the same inquiry: a repeat finds its message.
 */
export async function inquire(
  inquiry: Inquiry,
  context: CallerContext,
): Promise<z.input<typeof newInquiry.response>> {
  const { db, caller } = context;
  mustSaySomething(inquiry, context);
  await sql`select pg_advisory_xact_lock(hashtext('fairlead inquiry'), hashtext(${`${caller.userId} ${inquiry.clientId}`}))`.execute(
    db,
  );
  const existing = await findExisting(inquiry, context);
  const { teamId, channelId } = existing ?? (await findTarget(inquiry, context));
  const { text, contentUrl, clientId } = inquiry;
  // A repeated form must have the same text; another text is refused.
  if (existing && existing.text !== text) {
    const data: z.input<typeof inquiryConflict> = { begun: { id: teamId, text: existing.text } };
    throw new Refusal(CODE_CONFLICT, "inquirySent", { data });
  }
  return { id: teamId, channelId, message: await post({ channelId, text, contentUrl, clientId }, context) };
}

interface Target {
  teamId: string;
  channelId: string;
}

async function findExisting(
  { type, clientId }: Inquiry,
  { db, caller }: CallerContext,
): Promise<(Target & { text: string }) | undefined> {
  return db
    .selectFrom("message as m")
    .innerJoin("channel as c", "c.id", "m.channel_id")
    .select(["c.team_id as teamId", "c.id as channelId", "m.body as text"])
    .where("m.sender_id", "=", caller.userId)
    .where("m.client_id", "=", clientId)
    .where("c.type", "=", type)
    .executeTakeFirst();
}

async function findTarget(inquiry: Inquiry, context: CallerContext): Promise<Target> {
  const { db, caller, scope, now } = context;
  const { type, reference, subject } = inquiry;
  if (reference) {
    const subjectId = await subjectNamed(inquiry, context);
    const conversationCase = subjectId && (await caseOf(db, scope, type, subjectId));
    if (!conversationCase) throw fault("reference", "referenceUnknown", context);
    const team = await ensureTeam(db, conversationCase, { userId: caller.userId, now });
    return placeIn(team.id, type, context);
  }
  if (!subject) throw fault("subject", "cannotBeEmpty", context);
  // The forwarder's people can write only to a customer, about something that the customer has.
  if (caller.isForwarder) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  const team = await db
    .insertInto("team")
    .values({
      company_id: caller.companyId,
      subject,
      search_text: searchText(subject),
      created_by: caller.userId,
      created_at: now,
      last_message_at: now,
    })
    .returning(["id", "company_id"])
    .executeTakeFirstOrThrow();
  await addChannels(db, team, [type]);
  return placeIn(team.id, type, context);
}

async function placeIn(teamId: string, type: ChannelType, { db }: CallerContext): Promise<Target> {
  const channelId = await channelIdOf(db, teamId, type);
  if (channelId === null) throw notFound();
  return { teamId, channelId };
}

/** Finds the shipment, booking or quote with the number; for a PO number the latest of its shipments. */
async function subjectNamed(
  { type, reference }: Inquiry,
  { db, scope }: CallerContext,
): Promise<string | null> {
  const ofScope = seenRows(scope, "x.company_id");
  const number = reference.normalize("NFKC").replace(/\s/g, "").toUpperCase();
  const lookup =
    type === channelTypes.quote
      ? sql<{ id: string }>`select x.id from quote x where x.quote_number = ${number} and ${ofScope}`
      : type === channelTypes.booking
        ? sql<{
            id: string;
          }>`select x.id from booking x where x.booking_number = ${number} and ${seenBookings(scope, "x")}`
        : sql<{ id: string }>`select x.shipment_id as id from shipment_reference x
            where x.value_key = ${referenceKey(reference)} and x.kind in ('H', 'PO') and ${ofScope}
            order by x.kind = 'H' desc, x.shipment_id desc limit 1`;
  return (await lookup.execute(db)).rows[0]?.id ?? null;
}

function fault(path: string, key: MessageKey, { language }: CallerContext): Refusal {
  return new Refusal(CODE_INVALID, "invalid", {
    data: { fields: [{ path, message: message(key, language) }] },
  });
}
