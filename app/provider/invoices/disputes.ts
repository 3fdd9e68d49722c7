import { sql } from "kysely";
import type { z } from "zod";
import type { invoiceDetail } from "#app/contract/invoice.ts";
import type { DisputeReason, DisputeState } from "#app/contract/invoice-code.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import type { CallerContext } from "../call/context.ts";
import { personName } from "../texts/message.ts";

type Dispute = z.input<typeof invoiceDetail.response>["disputes"][number];

/** The disputes of an invoice that the caller sees, the latest first. */
export async function readDisputes(
  invoiceId: string,
  { db, language }: Pick<CallerContext, "db" | "language">,
): Promise<Dispute[]> {
  const { rows } = await sql<{
    id: string;
    line_id: string;
    state: DisputeState;
    reason: DisputeReason;
    body: string;
    opened_by_name: string;
    opened_at: Date;
    answer_by: Date;
    decided_by_name: string | null;
    decided_at: Date | null;
    decision_note: string;
    credit_note_id: string | null;
    credit_number: string | null;
  }>`
    select d.id, d.line_id, d.state, d.reason, d.body, d.opened_by_name, d.opened_at, d.answer_by, d.decided_by_name,
      d.decided_at, d.decision_note, d.credit_note_id, c.number as credit_number
    from invoice_dispute d left join invoice c on c.id = d.credit_note_id
    where d.invoice_id = ${invoiceId} order by d.opened_at desc, d.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    lineId: row.line_id,
    state: row.state,
    reason: row.reason,
    body: row.body,
    openedBy: personName(row.opened_by_name, language),
    openedAt: instantToWire(row.opened_at)!,
    answerBy: instantToWire(row.answer_by)!,
    decidedBy: row.decided_by_name,
    decidedAt: instantToWire(row.decided_at),
    note: row.decision_note,
    creditNote:
      row.credit_note_id && row.credit_number
        ? { id: row.credit_note_id, invoiceNumber: row.credit_number }
        : null,
  }));
}
