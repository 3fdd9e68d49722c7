import type {
  RecordsAnswer,
  SystemInvoices,
  SystemMilestones,
  SystemShipments,
} from "#app/contract/forwarder-system.ts";
import type { SystemKind } from "#app/contract/forwarder-system-code.ts";
import type { CallerContext } from "../call/context.ts";
import { actorOf } from "../operation-log/log.ts";
import { invoiceOf } from "./invoices.ts";
import { milestoneOf } from "./milestones.ts";
import type { SentRecord } from "./record.ts";
import { shipmentOf } from "./shipments.ts";
import { countsOf, takeRecords } from "./take.ts";

export const sendShipments = ({ records, isFirst }: SystemShipments, context: CallerContext) =>
  takeCall("SHIPMENT", records.map(shipmentOf), isFirst, context);

export const sendMilestones = ({ records, isFirst }: SystemMilestones, context: CallerContext) =>
  takeCall("MILESTONE", records.map(milestoneOf), isFirst, context);

export const sendInvoices = ({ records, isFirst }: SystemInvoices, context: CallerContext) =>
  takeCall("INVOICE", records.map(invoiceOf), isFirst, context);

/** The records of a call, with their report. */
async function takeCall(
  kind: SystemKind,
  sent: readonly SentRecord[],
  isFirst: boolean,
  context: CallerContext,
): Promise<RecordsAnswer> {
  const { db, caller, now, language } = context;
  const source = actorOf(caller).name;
  const { id } = await db
    .insertInto("system_import")
    .values({
      company_id: caller.companyId,
      kind,
      channel: "CALL",
      source,
      state: "DONE",
      is_first: isFirst,
      content_digest: null,
      started_at: now,
      ended_at: now,
      worker: null,
      leased_until: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const verdicts = await takeRecords(sent, { id, kind, source, isFirst }, context);
  return {
    importId: id,
    counts: countsOf(verdicts),
    records: verdicts.map(({ reference, state, subject, faults }) => ({
      sourceReference: reference,
      state,
      id: kind === "MILESTONE" ? null : subject,
      faults: faults.map(({ field, reason }) => ({ field, reason: reason[language] })),
    })),
  };
}
