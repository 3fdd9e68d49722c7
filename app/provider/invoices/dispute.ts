import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { z } from "zod";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import type { disputeOpen } from "#app/contract/invoice.ts";
import type { disputeAsk, disputeDecide } from "#app/contract/invoice-desk.ts";
import { amountText } from "#app/lib/amount-text.ts";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { Refusal } from "../call/refusal.ts";
import { seenRows } from "../call/scope.ts";
import { post } from "../messages/send.ts";
import { message } from "../texts/message.ts";
import { creditLines } from "./credit.ts";
import { billingChannel, billingLanguage, tellInBilling } from "./tell.ts";
import { noteWork, requireSeen } from "./work.ts";

type DisputeDecision = z.output<typeof disputeDecide.request>["state"];

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
      company_id: line.company_id,
      invoice_id: invoiceId,
      line_id: lineId,
      reason,
      body,
      opened_by: caller.userId,
      opened_by_name: caller.name,
      opened_at: now,
      answer_by: new Date(now.getTime() + ANSWER_DAYS * DAY_MS),
      decided_by_name: null,
      decided_at: null,
      credit_note_id: null,
      message_id: null,
    })
    .onConflict((conflict) => conflict.column("line_id").where("state", "=", "OPEN").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!opened) throw new Refusal(CODE_CONFLICT, "disputeOpenAlready");
  const amount = `${amountText(line.net, line.currency)} ${line.currency}`;
  const values = { number: line.number, line: line.description, amount, text: body };
  const text = message("disputeOpened", language, values);
  const sent = await tellInBilling(line, { text, clientId: `dispute-${opened.id}` }, context);
  await db.updateTable("invoice_dispute").set({ message_id: sent.id }).where("id", "=", opened.id).execute();
  return { id: opened.id };
}

/** The forwarder's answer, told in the conversation. */
export async function decideDispute(
  { id, state, note, creditNoteNumber, creditNet, seen }: z.output<typeof disputeDecide.request>,
  context: CallerContext,
): Promise<null> {
  const { db, caller, now } = context;
  await requireSeen(context, seen);
  const dispute = await lockDispute(id, context);
  // What was accepted is credited later.
  if (dispute.state !== "OPEN" && !(dispute.state === "ACCEPTED" && state === "CREDITED"))
    throw new Refusal(CODE_CONFLICT, "disputeDecided");
  const isNamed = creditNoteNumber !== null || creditNet !== null;
  if ((state === "CREDITED") !== isNamed || (creditNoteNumber !== null && creditNet !== null))
    throw new Refusal(CODE_INVALID, "disputeCreditNote");
  const credit = creditNet
    ? await creditLines(
        { invoiceId: dispute.invoice_id, lines: [{ lineId: dispute.line_id, net: creditNet }], note },
        context,
      )
    : creditNoteNumber && (await creditNoteOf(db, dispute.invoice_id, creditNoteNumber));
  if (credit === undefined) throw new Refusal(CODE_INVALID, "disputeCreditNote");
  await db
    .updateTable("invoice_dispute")
    .set({
      state,
      decision_note: note,
      decided_by_name: caller.name,
      decided_at: now,
      credit_note_id: credit ? credit.id : null,
    })
    .where("id", "=", id)
    .execute();
  await noteWork(
    context,
    dispute.company_id,
    { invoiceId: dispute.invoice_id },
    {
      action: "disputeDecided",
      told: {
        description: dispute.description,
        status: state,
        answer: note,
        creditNote: credit ? credit.number : null,
      },
    },
  );
  await sayInDispute(dispute, { state, clientId: `dispute-${id}-${state}`, text: note }, context);
  return null;
}

/** A question of the desk about a dispute, which stays open. */
export async function askInDispute(
  { id, text }: z.output<typeof disputeAsk.request>,
  context: CallerContext,
): Promise<null> {
  const dispute = await lockDispute(id, context);
  if (dispute.state !== "OPEN") throw new Refusal(CODE_CONFLICT, "disputeDecided");
  const values = { description: dispute.description, reason: text };
  const subject = { invoiceId: dispute.invoice_id };
  await noteWork(context, dispute.company_id, subject, { action: "disputeAsked", told: values });
  await sayInDispute(
    dispute,
    { state: "ASKED", clientId: `dispute-${id}-ask-${randomUUID()}`, text },
    context,
  );
  return null;
}

interface LockedDispute {
  state: string;
  invoice_id: string;
  line_id: string;
  company_id: string;
  number: string;
  shipment_id: string | null;
  description: string;
  channel_id: string | null;
}

async function lockDispute(id: string, { db }: CallerContext): Promise<LockedDispute> {
  const { rows } = await sql<LockedDispute>`
    select d.state, d.invoice_id, d.line_id, d.company_id, i.number, i.shipment_id, l.description, m.channel_id
    from invoice_dispute d join invoice i on i.id = d.invoice_id join invoice_line l on l.id = d.line_id
    left join message m on m.id = d.message_id
    where d.id = ${id} for no key update of d`.execute(db);
  const dispute = rows[0];
  if (!dispute) throw new Refusal(CODE_NOT_FOUND, "notFound");
  return dispute;
}

async function sayInDispute(
  dispute: LockedDispute,
  { state, clientId, text }: { state: DisputeDecision | "ASKED"; clientId: string; text: string },
  context: CallerContext,
): Promise<void> {
  const values = { number: dispute.number, line: dispute.description, text };
  const channelId = dispute.channel_id ?? (await billingChannel(dispute, context));
  const language = await billingLanguage(context.db, dispute.company_id);
  const messageText = message(`dispute${state}`, language, values).trim();
  await post({ channelId, text: messageText, contentUrl: [], clientId }, context);
}

async function creditNoteOf(
  db: CallerContext["db"],
  invoiceId: string,
  number: string,
): Promise<{ id: string; number: string } | undefined> {
  return db
    .selectFrom("invoice")
    .select(["id", "number"])
    .where("credited_id", "=", invoiceId)
    .where("number", "=", number)
    .executeTakeFirst();
}
