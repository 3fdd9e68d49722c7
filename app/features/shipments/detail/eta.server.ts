import type { Visit } from "#app/access/visit.server.ts";
import { momentOf, ownMoment, type Viewer, viewerOf } from "#app/components/moment.server.ts";
import { type EtaHistory, etaHistory } from "#app/contract/eta-history.ts";
import { addressId } from "#app/contract/wire.ts";
import { countText, type KnownTime, parseWire, relativeTime } from "#app/lib/date-time.ts";
import { daysOf } from "#app/lib/eta-error.ts";
import { aroundTime, type Line, type MomentView } from "#app/lib/moment.ts";

/** How the ETA of a shipment moved, and how far the carrier's ETAs of its lane were off. */
export interface EtaView {
  title: string;
  /** "usually between 1 d early and 4 d late"; null when nothing is known of the lane. */
  usual: string | null;
  columns: string[];
  /** The latest first. */
  rows: { key: string; eta: MomentView; change: string; source: string; said: Line }[];
  note: string;
}

/** Null where the provider does not tell. Another's shipment is refused by the page's own call. */
export async function etaView(visit: Visit, id: string): Promise<EtaView | null> {
  if (!addressId.safeParse(id).success || !visit.offers(etaHistory)) return null;
  const history = await visit.readOptional(etaHistory, { id });
  return history && drawEta(history, viewerOf(visit));
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
        said: aroundTime(ownMoment(saidAt, viewer), (time) =>
          t("shipments:detail.eta.said", { time, ago: relativeTime(saidAt.at, now, language) ?? "" }),
        ),
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

function changeText(eta: KnownTime, before: KnownTime | null, { t, language }: Viewer): string {
  if (!before) return t("shipments:detail.eta.first");
  const days = daysOf(eta.at.getTime() - before.at.getTime());
  if (days === 0) return t("shipments:detail.eta.same");
  const span = countText(Math.abs(days), "day", language);
  return t(days > 0 ? "shipments:detail.eta.later" : "shipments:detail.eta.earlier", { span });
}

function usualText(lane: NonNullable<EtaHistory["lane"]>, { t, language }: Viewer): string {
  const { carrierName: carrier, leadDays: lead, arrivals, days, fromDays, toDays } = lane;
  const off = (by: number) =>
    by === 0
      ? t("shipments:detail.eta.onTime")
      : by < 0
        ? t("shipments:detail.eta.early", { span: countText(-by, "day", language) })
        : t("shipments:late", { span: countText(by, "day", language) });
  const values = { carrier, lead, arrivals, days, from: off(fromDays), to: off(toDays) };
  return t(fromDays === toDays ? "shipments:detail.eta.always" : "shipments:detail.eta.usual", values);
}
