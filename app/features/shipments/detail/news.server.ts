import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import { ageOf } from "#app/lib/date-time.ts";
import type { MilestoneChain } from "#app/lib/milestones/milestone.ts";
import { SILENT_DAYS } from "#app/lib/next-step.ts";

/** That nothing was heard of a shipment, and since when: vessels report nothing at sea, but agents do. */
export function newsOf(
  { lastNewsAt }: MilestoneChain,
  { status, bookedAt }: { status: ShipmentStatus; bookedAt?: Date | null | undefined },
  { t, now }: Viewer,
): { news: string | null; silentSince: Date | null } {
  const heardAt = lastNewsAt ?? bookedAt ?? null;
  const days = ageOf(heardAt, now) ?? 0;
  const silentSince = days >= SILENT_DAYS && status !== "COMPLETED" ? heardAt : null;
  if (lastNewsAt === null) return { news: t("milestones:news.never"), silentSince };
  return { news: silentSince && t("milestones:news.stale", { days }), silentSince };
}
