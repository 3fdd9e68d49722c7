import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentStatus } from "#app/contract/shipment-code.ts";
import { ageOf, relativeTime } from "#app/lib/date-time.ts";
import { lastMilestone } from "#app/lib/milestones/chain.ts";
import type { MilestoneChain } from "#app/lib/milestones/milestone.ts";
import { SILENT_DAYS } from "#app/lib/next-step.ts";
import { milestoneLabel } from "../labels.server.ts";

/** When something was heard of a shipment, and since when nothing was: vessels report nothing at sea, but agents do. */
export function newsOf(
  chain: MilestoneChain,
  { status, bookedAt }: { status: ShipmentStatus; bookedAt?: Date | null | undefined },
  { t, now, language }: Viewer,
): { news: { text: string; isStale: boolean }[]; silentSince: Date | null } {
  const heardAt = chain.lastNewsAt ?? bookedAt ?? null;
  const days = ageOf(heardAt, now) ?? 0;
  const isStale = days >= SILENT_DAYS && status !== "COMPLETED";
  const silentSince = isStale ? heardAt : null;
  if (chain.lastNewsAt === null)
    return { news: [{ text: t("milestones:news.never"), isStale: false }], silentSince };
  const ago = (instant: Date) => relativeTime(instant, now, language) ?? "";
  const text = isStale
    ? t("milestones:news.stale", { days })
    : t("milestones:news.last", { age: ago(chain.lastNewsAt) });
  const last = lastMilestone(chain.milestones);
  const happened = last?.actual
    ? t("milestones:news.lastActual", { what: milestoneLabel(t, last), age: ago(last.actual.at) })
    : t("milestones:news.nothingYet");
  const news = [
    { text, isStale },
    { text: happened, isStale: false },
  ];
  return { news, silentSince };
}
