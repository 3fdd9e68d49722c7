import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { disputeOpen } from "#app/contract/invoice.ts";
import type { disputeDecide } from "#app/contract/invoice-desk.ts";
import { channelTypes } from "#app/contract/message.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import { searchText } from "../db/search-text.ts";
import { caseOf } from "../messages/case.ts";
import { post } from "../messages/send.ts";
import { addChannels, channelIdOf, ensureTeam } from "../messages/team.ts";
import { message } from "../texts/message.ts";

/** Days in which the forwarder answers a dispute. */
const ANSWER_DAYS = 14;

/** Disputes a line, and says so in the billing conversation of its shipment. */
export async function openDispute(
  { invoiceId, lineId, reason, body }: z.output<typeof disputeOpen.request>,
  context: CallerContext,
): Promise<z.input<typeof disputeOpen.response>> {
  const { db, caller, scope, now, language } = context;
  const { rows } = await sql<{
    company_id: string;
    kind: string;
    number: string;
    currency: string;
    shipment_id: string | null;
    description: string;
    net: string;
  }>`
    select i.company_id, i.kind, i.number, i.currency, i.shipment_id, l.description, l.net
    from invoice i join invoice_line l on l.invoice_id = i.id
    where i.id = ${invoiceId} and l.id = ${lineId} and ${seenRows(scope, "i.company_id")}
    for no key update of i`.execute(db);
  const line = rows[0];
  if (!line) throw new Refusal(CODE_NOT_FOUND, "notFound");
  if (line.company_id !== caller.companyId) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  if (line.kind === "CREDIT_NOTE") throw new Refusal(CODE_INVALID, "disputeOfCredit");
  const opened = await db
    .insertInto("invoice_dispute")
    .values({
      ...{ company_id: line.company_id, invoice_id: invoiceId, line_id: lineId, reason, body },
      ...{ opened_by: caller.userId, opened_by_name: caller.name, opened_at: now },
      answer_by: new Date(now.getTime() + ANSWER_DAYS * DAY_MS),
      ...{ decided_by_name: null, decided_at: null, credit_note_id: null, message_id: null },
    })
    .onConflict((conflict) => conflict.column("line_id").where("state", "=", "OPEN").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!opened) throw new Refusal(CODE_CONFLICT, "disputeOpenAlready");
  const channelId = await billingChannel(line, context);
  const amount = `${amountText(line.net, line.currency)} ${line.currency}`;
  const values = { number: line.number, line: line.description, amount, text: body };
  const sent = await post(
    {
      channelId,
      text: message("disputeOpened", language, values),
      contentUrl: [],
      clientId: `dispute-${opened.id}`,
    },
    context,
  );
  await db.updateTable("invoice_dispute").set({ message_id: sent.id }).where("id", "=", opened.id).execute();
  return { id: opened.id };
}

/** The billing channel of the invoice's shipment, or of a conversation about the invoice itself. */
async function billingChannel(
  { company_id, number, shipment_id }: { company_id: string; number: string; shipment_id: string | null },
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

/** The forwarder's answer, told in the conversation. */
export async function decideDispute(
  { id, state, note, creditNoteNumber }: z.output<typeof disputeDecide.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now, language } = context;
  const { rows } = await sql<{
    state: string;
    invoice_id: string;
    company_id: string;
    number: string;
    description: string;
    channel_id: string | null;
  }>`
    select d.state, d.invoice_id, d.company_id, i.number, l.description, m.channel_id
    from invoice_dispute d join invoice i on i.id = d.invoice_id join invoice_line l on l.id = d.line_id
    left join message m on m.id = d.message_id
    where d.id = ${id} for no key update of d`.execute(db);
  const dispute = rows[0];
  if (!dispute) throw new Refusal(CODE_NOT_FOUND, "notFound");
  // What was accepted is credited later.
  if (dispute.state !== "OPEN" && !(dispute.state === "ACCEPTED" && state === "CREDITED"))
    throw new Refusal(CODE_CONFLICT, "disputeDecided");
  if ((state === "CREDITED") !== (creditNoteNumber !== null))
    throw new Refusal(CODE_INVALID, "disputeCreditNote");
  const credit = creditNoteNumber && (await creditNoteOf(db, dispute.invoice_id, creditNoteNumber));
  if (credit === undefined) throw new Refusal(CODE_INVALID, "disputeCreditNote");
  await db
    .updateTable("invoice_dispute")
    .set({
      ...{ state, decision_note: note, decided_by_name: caller.name, decided_at: now },
      credit_note_id: credit || null,
    })
    .where("id", "=", id)
    .execute();
  if (dispute.channel_id === null) return null;
  const values = { number: dispute.number, line: dispute.description, text: note };
  await post(
    {
      channelId: dispute.channel_id,
      text: message(`dispute${state}`, language, values).trim(),
      contentUrl: [],
      clientId: `dispute-${id}-${state}`,
    },
    context,
  );
  return null;
}

async function creditNoteOf(
  db: CallerContext["db"],
  invoiceId: string,
  number: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("invoice")
    .select("id")
    .where("credited_id", "=", invoiceId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.id;
}
