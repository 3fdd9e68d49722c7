import type { Visit } from "#app/access/visit.server.ts";
import { type MomentView, momentOf, stampLine, type Viewer } from "#app/components/moment.server.ts";
import { type EtaHistory, etaHistory } from "#app/contract/eta-history.ts";
import { addressId } from "#app/contract/wire.ts";
import { type KnownTime, parseWire, relativeTime } from "#app/lib/date-time.ts";
import { daysOf } from "#app/lib/eta-error.ts";

/** How the ETA of a shipment moved, and how far the carrier's ETAs of its lane were off. */
export interface EtaView {
  title: string;
  /** "usually between 1 d early and 4 d late"; null when nothing is known of the lane. */
  usual: string | null;
  columns: string[];
  /** The latest first. */
  rows: { key: string; eta: MomentView; change: string; source: string; said: string }[];
  note: string;
}

/** Null where the provider does not tell. Another's shipment is refused by the page's own call. */
export async function etaView(visit: Visit, id: string): Promise<EtaView | null> {
  if (!addressId.safeParse(id).success || !visit.offers(etaHistory)) return null;
  const history = await visit.readOptional(etaHistory, { id });
  const { t, language, clock } = visit;
  return history && drawEta(history, { t, language, clock, now: new Date() });
}

function drawEta({ estimates, lane, place }: EtaHistory, viewer: Viewer): EtaView {
  const { t, now, language } = viewer;
  const points = estimates.flatMap((estimate) => {
    const eta = parseWire(estimate.at);
    const statedAt = parseWire(estimate.saidAt);
    return eta && statedAt ? [{ ...estimate, eta, saidAt: statedAt }] : [];
  });
  const column = (name: "eta" | "change" | "source" | "said") => t(`shipments:detail.eta.column.${name}`);
  return {
    title: t("shipments:detail.eta.title"),
    usual: lane ? usualText(lane, viewer) : null,
    columns: [column("eta"), column("change"), column("source"), column("said")],
    rows: points
      .map(({ eta, saidAt, source, classifier }, index) => ({
        key: `${index}`,
        eta: momentOf(eta, place?.timeZone ?? null, viewer),
        change: changeText(eta, points[index - 1]?.eta ?? null, viewer),
        source: classifier === "PLN" ? t("shipments:detail.eta.planned", { source }) : source,
        said: t("shipments:detail.eta.said", {
          time: stampLine(saidAt, viewer),
          ago: relativeTime(saidAt.at, now, language) ?? "",
        }),
      }))
      .reverse(),
    note: t(
      points.length === 0
        ? "shipments:detail.eta.none"
        : lane
          ? "shipments:detail.eta.note"
          : "shipments:detail.eta.few",
    ),
  };
}

function changeText(eta: KnownTime, before: KnownTime | null, { t }: Viewer): string {
  if (!before) return t("shipments:detail.eta.first");
  const days = daysOf(eta.at.getTime() - before.at.getTime());
  if (days === 0) return t("shipments:detail.eta.same");
  return days > 0
    ? t("shipments:detail.eta.later", { days })
    : t("shipments:detail.eta.earlier", { days: -days });
}

function usualText(lane: NonNullable<EtaHistory["lane"]>, { t }: Viewer): string {
  const { carrierName: carrier, leadDays: lead, arrivals, days, fromDays, toDays } = lane;
  const off = (by: number) =>
    by === 0
      ? t("shipments:detail.eta.onTime")
      : by < 0
        ? t("shipments:detail.eta.early", { days: -by })
        : t("shipments:detail.eta.late", { days: by });
  const values = { carrier, lead, arrivals, days, from: off(fromDays), to: off(toDays) };
  return t(fromDays === toDays ? "shipments:detail.eta.always" : "shipments:detail.eta.usual", values);
}
