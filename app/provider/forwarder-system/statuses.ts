import type { ImpLine } from "#app/lib/cargo-imp.ts";
import type { CallerContext } from "../call/context.ts";
import { impLineReader } from "../shipments/air-status.ts";
import { storeEvents } from "../shipments/event-store.ts";
import type { RecordFault, Verdict } from "./record.ts";

/** What one line of an FSU message says: a status, and the times of its flight. */
export interface StatusRecord {
  line: number;
  statuses: ImpLine[];
}

/** The lines of a text that say something, in their order. */
export function statusRecords(lines: readonly ImpLine[]): StatusRecord[] {
  return [...Map.groupBy(lines, ({ line }) => line)].map(([line, statuses]) => ({ line, statuses }));
}

/** Stores the statuses line by line, so that each has a verdict of its own. A doubtful one is kept, and waits at the desk. */
export async function takeStatuses(
  records: readonly StatusRecord[],
  { db, caller, now }: CallerContext,
): Promise<Verdict[]> {
  const read = await impLineReader(
    db,
    records.flatMap(({ statuses }) => statuses),
  );
  const verdicts: Verdict[] = [];
  for (const { line, statuses } of records) {
    const report = await storeEvents(db, statuses, { source: caller.userName, now, read });
    const faults = report.rejected.map(
      ({ reason }): RecordFault => ({ field: null, reason: { en: reason, zh: reason } }),
    );
    const isNew = report.accepted + report.quarantined.length > 0;
    const state =
      faults.length > 0 ? "refused" : isNew ? "added" : report.corrected > 0 ? "changed" : "unchanged";
    const waybill =
      statuses.flatMap((each) => ("status" in each ? [each.status.airWaybillNumber] : []))[0] ?? "";
    verdicts.push({
      line,
      reference: statuses[0]!.text.slice(0, 100),
      name: waybill,
      state,
      subject: null,
      faults,
    });
  }
  return verdicts;
}
