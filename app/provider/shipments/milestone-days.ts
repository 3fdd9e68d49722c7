import type { Insertable } from "kysely";
import { DAY_MS } from "#app/lib/date-time.ts";
import type { Database } from "../db/schema.ts";

/** A milestone in days of its place, `YYYY-MM-DD`. */
export interface MilestoneDays {
  kind: string;
  firstDue: string | null;
  lastDue: string | null;
  done: string | null;
  /** Without an actual although a later one is reached. */
  isSkipped: boolean;
  reason: string | null;
}

/**
 * The milestones of a shipment, one of each kind, as reports on many shipments read them: what most have in common takes little
 * space and is counted at once, and only what depends on the present day is kept as days.
 */
export function storedMilestones(
  shipmentId: string,
  milestones: readonly MilestoneDays[],
): Insertable<Database["milestone_days"]> {
  const own = milestones.toSorted((one, other) => (one.kind < other.kind ? -1 : 1));
  const unplanned = own.filter(({ firstDue, lastDue }) => !firstDue && !lastDue);
  const reached = own.filter(({ firstDue, lastDue, done }) => firstDue && lastDue && done);
  const other = own.filter((each) => !unplanned.includes(each) && !reached.includes(each));
  const reasons = own.filter(({ reason }) => reason !== null);
  const first = reached.map(({ firstDue, done }) => daysFrom(firstDue!, done!));
  const last = reached.map(({ lastDue, done }) => daysFrom(lastDue!, done!));
  return {
    shipment_id: shipmentId,
    reached: kindsOf(reached).join(),
    unplanned: kindsOf(unplanned).join(),
    most_after_first: most(first),
    most_after_last: most(last),
    after_first_kinds: some(kindsOf(reached).filter((_, i) => first[i]! > 0)),
    after_first_days: some(first.filter((days) => days > 0)),
    after_last_kinds: some(kindsOf(reached).filter((_, i) => last[i]! > 0)),
    after_last_days: some(last.filter((days) => days > 0)),
    other_kinds: some(kindsOf(other)),
    other_first_due: some(other.map(({ firstDue }) => firstDue)),
    other_last_due: some(other.map(({ lastDue }) => lastDue)),
    other_done: some(other.map(({ done }) => done)),
    other_skipped: some(other.map(({ isSkipped }) => isSkipped)),
    reason_kinds: some(kindsOf(reasons)),
    reason_codes: some(reasons.map(({ reason }) => reason!)),
  };
}

const kindsOf = (milestones: readonly MilestoneDays[]) => milestones.map(({ kind }) => kind);
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
const most = (days: readonly number[]) => (days.length > 0 ? Math.max(...days) : null);
const some = <T>(list: T[]): T[] | null => (list.length > 0 ? list : null);
