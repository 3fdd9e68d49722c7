import { href } from "react-router";
import type { Viewer } from "#app/components/moment.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { ageOf } from "#app/lib/date-time.ts";
import type { ReachedDates } from "#app/lib/milestones/reached-dates.ts";
import type { Line } from "#app/lib/moment.ts";
import { isOwnTurn } from "#app/lib/next-step.ts";
import { containerNumbersOf } from "#app/lib/shipment-chain.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { Translate } from "#app/locales/translation.ts";
import { journeyHead } from "../journey/head.server.ts";
import type { JourneyView } from "../journey/journey.server.ts";
import type { DelayWords, DrawnTimeline } from "../journey/timeline.server.ts";
import type { DetailIntent } from "./detail.server.ts";
import { stepLine, turnLine } from "./next-step.server.ts";

/** Where the last free days are shown, and the first of them in words. */
export interface FreeTimeLine {
  path: string;
  label: string;
  summary: { text: Line; isOver: boolean; isNear: boolean } | null;
}

export interface DetailHead {
  id: string;
  houseLabel: string;
  houseNumber: string;
  badge: { status: ShipmentState; label: string };
  journey: JourneyView;
  /** Whose turn it is where it is not the reader's, why it is late, the route, its containers. */
  lines: Line[];
  /** What the reader has to do, and what costs money. */
  band: { text: Line; isOver: boolean; link: { path: string; label: string } | null }[];
  /** No news for days: the button that asks the forwarder. */
  silence: { text: string; label: string } | null;
  isFollowed: boolean;
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
  { delay, reached, due, ...chain }: Omit<DrawnTimeline, "view"> & Record<"reached" | "due", ReachedDates>,
  viewer: Viewer,
  { origin, canPublish, freeTime }: { origin: string; canPublish: boolean; freeTime: FreeTimeLine | null },
): DetailHead {
  const { t } = viewer;
  const { route, carriedBy: _, ...head } = journeyHead(shipment, { ...chain, reached, due }, viewer);
  const containers = containerNumbersOf(shipment);
  const { nextStep } = shipment;
  const isOwn = nextStep ? isOwnTurn(nextStep) : false;
  const turn = isOwn ? null : turnLine(nextStep, viewer);
  const own = isOwn ? stepLine(nextStep, viewer) : null;
  const summary = freeTime?.summary;
  return {
    id: shipment.id,
    houseLabel: t("shipments:detail.field.houseNumber"),
    houseNumber: shipment.houseNumber,
    ...head,
    lines: [
      ...(turn ? [turn] : []),
      ...(shipment.isDelayed ? delayTexts(shipment, delay, viewer) : []),
      route,
      ...(containers.length > 1
        ? [t("shipments:detail.boxes", { count: containers.length })]
        : containers.map((number) => t("shipments:detail.box", { number }))),
    ],
    band: [
      ...(own ? [{ text: own, isOver: false, link: null }] : []),
      ...(freeTime && summary && (summary.isOver || summary.isNear)
        ? [{ text: summary.text, isOver: summary.isOver, link: freeTime }]
        : []),
    ],
    silence: chain.silentSince && silenceOf(chain.silentSince, viewer),
    isFollowed: shipment.isFollowed,
    preview: previewOf(shipment, t, { origin, canPublish }),
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

/** Why it is delayed: the overdue milestone, and the last reported reason; its badge says by how much the ETA has slipped. */
function delayTexts(
  { delayReason }: ShipmentDetailData,
  { reason, next }: DelayWords,
  { t }: Viewer,
): string[] {
  const overdue = next ? t("shipments:detail.overdue", { what: next }) : t("shipments:detail.overdueOpen");
  return [delayReason === "eta-slip" ? null : overdue, reason].filter((text) => text !== null);
}

type PublishIntent = Extract<DetailIntent, `${string}publish`>;
