import { href } from "react-router";
import { momentOf, ownMoment, type Viewer } from "#app/components/moment.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { checkAirWaybill, formatAirWaybill } from "#app/lib/air-waybill.ts";
import { ageOf, parseWire, spanText } from "#app/lib/date-time.ts";
import type { ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import { aroundTime, type Line, labelled } from "#app/lib/moment.ts";
import { formatMoney } from "#app/lib/money.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Translate } from "#app/locales/translation.ts";
import { journeyHead } from "../journey/head.server.ts";
import type { JourneyView } from "../journey/journey.server.ts";
import type { DelayWords, DrawnTimeline } from "../journey/timeline.server.ts";
import { columnLabel, loadTypeLabel, modeLabel, serviceTypeLabel } from "../labels.server.ts";
import { arrivalText } from "../standing.server.ts";
import type { DetailIntent, Fact } from "./detail.server.ts";
import { stepLine } from "./next-step.server.ts";

export interface DetailHead {
  id: string;
  houseLabel: string;
  houseNumber: string;
  masterLabel: string;
  masterNumber: string | null;
  masterWarning: string | null;
  badge: { status: ShipmentState; label: string };
  journey: JourneyView;
  /** Arrival or ETA, the last milestone and the next. */
  progress: Line[];
  delay: string | null;
  /** No news for days: the button that asks the forwarder. */
  silence: { text: string; label: string } | null;
  /** What comes next and who has to act. */
  next: Line | null;
  route: string[];
  summary: string;
  updated: Line;
  isFollowed: boolean;
  booking: { label: string; number: string; href: string | null } | null;
  charges: Fact | null;
  /** Public link of a public shipment, and the command of people who may change that. Null: unknown. */
  preview: {
    label: string;
    state: string;
    link: { path: string; url: string } | null;
    change: { intent: PublishIntent; label: string } | null;
  } | null;
}

export function headOf(
  shipment: ShipmentDetailData,
  { delay, progress, reached, ...chain }: Omit<DrawnTimeline, "view"> & { reached: ReachedDates },
  viewer: Viewer,
  { origin, canPublish }: { origin: string; canPublish: boolean },
): DetailHead {
  const { t, language } = viewer;
  const zone = shipment.portOfArrival.timeZone;
  const arrivedAt = reached.ata ?? null;
  const eta = parseWire(shipment.dates.eta);
  const arrival = arrivalText(viewer, { status: shipment.status, eta, arrivedAt }, (time) =>
    momentOf(time, zone, viewer, "spoken"),
  );
  const { mode, booking, estimatedCharges } = shipment;
  const { carriedBy, ...head } = journeyHead(shipment, { ...chain, reached }, viewer);
  const charges = estimatedCharges
    ? formatMoney(estimatedCharges.amount, estimatedCharges.currency, language)
    : null;
  return {
    id: shipment.id,
    houseLabel: t("shipments:detail.field.houseNumber"),
    houseNumber: shipment.houseNumber,
    masterLabel: t("shipments:detail.field.masterNumber"),
    ...masterOf(shipment, t),
    ...head,
    progress: [
      ...(arrival ? [arrival.isEta ? labelled(columnLabel(t, "eta"), arrival.text) : arrival.text] : []),
      ...progress,
    ],
    silence: chain.silentSince && silenceOf(chain.silentSince, viewer),
    next: stepLine(shipment.nextStep, viewer),
    delay: shipment.isDelayed ? delayText(shipment, delay, viewer) : null,
    summary: [
      modeLabel(t, mode),
      serviceTypeLabel(t, shipment.serviceType),
      loadTypeLabel(t, shipment.loadType),
      shipment.carrierName,
      carriedBy,
    ]
      .filter(Boolean)
      .join(" · "),
    updated: aroundTime(ownMoment(parseWire(shipment.updatedAt), viewer, "spoken"), (time) =>
      t("shipments:detail.updated", { time }),
    ),
    isFollowed: shipment.isFollowed,
    booking: booking
      ? {
          label: t("shipments:detail.booking"),
          number: booking.bookingNumber,
          href: booking.id !== null ? href("/shipments/bookingDetail/:id", { id: booking.id }) : null,
        }
      : null,
    preview: previewOf(shipment, t, { origin, canPublish }),
    charges: charges === null ? null : { label: t("shipments:detail.estimatedCharges"), value: charges },
  };
}

/** An air waybill number is formatted in groups, with a warning when its check digit is wrong. */
function masterOf(
  { mode, masterNumber }: ShipmentDetailData,
  t: Translate,
): Pick<DetailHead, "masterNumber" | "masterWarning"> {
  if (mode !== "AIR" || masterNumber === null) return { masterNumber, masterWarning: null };
  const waybill = checkAirWaybill(masterNumber);
  return {
    masterNumber: formatAirWaybill(masterNumber),
    masterWarning:
      waybill.status === "wrong-digit"
        ? t("shipments:detail.awbWrongDigit", { expected: waybill.expected })
        : null,
  };
}

/**
 * Whether the public search finds the shipment, and the switch for people who may change that. Null when the
 * provider does not say.
 */
function previewOf(
  { isPublic, houseNumber }: ShipmentDetailData,
  t: Translate,
  { origin, canPublish }: { origin: string; canPublish: boolean },
): DetailHead["preview"] {
  if (isPublic == null) return null;
  const path = withQuery(href("/preview"), { searchType: "H", number: houseNumber });
  return {
    label: t("shipments:detail.preview"),
    state: t(isPublic ? "shipments:detail.public" : "shipments:detail.notPublic"),
    link: isPublic ? { path, url: new URL(path, origin).href } : null,
    change: canPublish ? publishChange(t, isPublic) : null,
  };
}

function publishChange(t: Translate, isPublic: boolean): { intent: PublishIntent; label: string } {
  const intent = isPublic ? "unpublish" : "publish";
  return { intent, label: t(`shipments:detail.${intent}`) };
}

function silenceOf(since: Date, { t, now }: Viewer): DetailHead["silence"] {
  return {
    text: t("shipments:ask.why", { days: ageOf(since, now) ?? 0 }),
    label: t("shipments:ask.button"),
  };
}

/** Why it is delayed: the slipped or overdue milestone, and the last reported reason. */
function delayText(
  shipment: ShipmentDetailData,
  { reason, next }: DelayWords,
  { t, language }: Viewer,
): string {
  const first = parseWire(shipment.firstEta);
  const eta = parseWire(shipment.dates.eta);
  const what =
    shipment.delayReason === "eta-slip" && first && eta && eta.at > first.at
      ? t("shipments:late", { span: spanText(eta.at.getTime() - first.at.getTime(), language) })
      : next
        ? t("shipments:detail.overdue", { what: next })
        : t("shipments:detail.overdueOpen");
  return [what, reason].filter(Boolean).join(" · ");
}

type PublishIntent = Extract<DetailIntent, `${string}publish`>;
