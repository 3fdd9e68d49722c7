import { sql } from "kysely";
import type { MilestoneRecord } from "#app/contract/forwarder-system.ts";
import { referenceKey } from "#app/lib/reference-key.ts";
import type { CallerContext } from "../call/context.ts";
import { judgeMilestones, writeMilestones } from "../shipment-desk/import-milestones.ts";
import { judgeInBoth, stateOf } from "./judge.ts";
import { cellsOf, type RunningImport, type SentRecord, type SystemRecord, type Verdict } from "./record.ts";

export const milestoneOf = (record: MilestoneRecord, index: number): SentRecord => ({
  line: index + 1,
  cells: cellsOf(record),
});

/** Adds and corrects events of shipments by the rules of the desk's files; a record is one event, whatever it says later. */
export async function takeMilestones(
  records: readonly SystemRecord[],
  running: RunningImport,
  context: CallerContext,
): Promise<Verdict[]> {
  const { db, now } = context;
  // Locked before they are read, so that nobody adds to their logs meanwhile.
  const keys = records.map(({ cells }) => referenceKey(cells.houseNumber ?? ""));
  await sql`
    select id from shipment where id in (
      select shipment_id from shipment_reference where kind = 'H' and value_key = any(${keys}::text[]))
    order by id for update`.execute(db);
  const ids = new Map(records.map(({ line, reference }) => [line, `system-${reference}`]));
  const { rows, reasons } = await judgeInBoth(context, (asking) => judgeMilestones(records, asking, ids));
  const verdicts = records.map(({ line, reference, subject }, index): Verdict => {
    const row = rows[index]!;
    const state = reasons[index]!.length > 0 ? "refused" : stateOf(row);
    const isOwn = state === "added" || state === "changed";
    return {
      line,
      reference,
      name: row.name,
      state,
      faults: reasons[index]!,
      subject: isOwn ? ids.get(line)! : subject,
    };
  });
  await writeMilestones(rows, { importId: running.id, fileName: running.source, ids }, context);
  if (running.isFirst) {
    const brought = rows.flatMap(({ plan }) => plan?.shipment.id ?? []);
    await sql`update shipment set brought_at = ${now} where id = any(${brought}::bigint[])`.execute(db);
  }
  return verdicts;
}
