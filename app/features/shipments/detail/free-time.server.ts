import { href, redirect } from "react-router";
import { trouble } from "#app/access/answer.server.ts";
import { hasResource, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import {
  type FreeTimeContainer,
  type FreeTimeLineData,
  type ShipmentFreeTime,
  shipmentFreeTime,
} from "#app/contract/free-time.ts";
import type { ShipmentDetailData } from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";
import { countText, isDay } from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { formatMoney } from "#app/lib/money.ts";

export interface FreeTimeView {
  title: string;
  heading: string;
  back: { path: string; text: string };
  note: string | null;
  form: { label: string; value: string; button: string; hint: string; fault: string | null } | null;
  containers: ContainerView[];
}

export interface ContainerView {
  number: string;
  type: string;
  /** Availability and holds. */
  state: Line[];
  runsOn: string | null;
  none: string | null;
  lines: LineView[];
}

export interface LineView {
  title: string;
  day: string;
  left: string | null;
  isOver: boolean;
  basis: string | null;
  stated: { title: string; rows: { key: string; text: string; age: Line; history: string[] }[] } | null;
  computed: string | null;
  rule: { title: string; texts: string[] } | null;
  cost: { text: string; tiers: string[] } | null;
}

/** From so many days before it on, the last free day stands out. */
const NEAR_DAYS = 7;

/** The line of the detail about the first last free day; null where none is known. */
export function freeTimeSummary(
  { t, language, time }: Pick<Visit, "t" | "language" | "time">,
  freeTime: ShipmentDetailData["freeTime"],
): { text: Line; isOver: boolean; isNear: boolean } | null {
  if (!freeTime) return null;
  const { lastFreeDay, daysLeft, daysOver } = freeTime;
  const isOver = daysOver > 0;
  const key = isOver ? "summaryOver" : daysLeft === 0 ? "summaryToday" : "summaryLeft";
  const span = countText(isOver ? daysOver : daysLeft, "day", language);
  const text = aroundTime(time(lastFreeDay, "lasting"), (day) => t(`free-time:${key}`, { day, span }));
  return { text, isOver, isNear: daysLeft <= NEAR_DAYS };
}

/** The day as it was typed, if it is one. */
function askedDay(typed: string | null): string | null {
  const day = typed?.trim() ?? "";
  return isDay(day) ? day : null;
}

async function readFreeTime(
  visit: Visit,
  id: string,
  pickup: string | null,
): Promise<ShipmentFreeTime | null> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  if (!visit.offers(shipmentFreeTime)) return null;
  const result = await visit.readOrRefusal(shipmentFreeTime, { id, ...(pickup ? { pickup } : {}) });
  if (result.isDone) return result.data;
  const { code, message } = result.fault;
  if (code === CODE_NOT_FOUND || code === CODE_INVALID) throw redirect(href("/404"));
  if (code !== null) throw trouble({ kind: "refused", message }, 502);
  return null;
}

/** The page of a shipment's last free days (`/shipments/freeTime/{id}?pickup=YYYY-MM-DD`). */
export async function freeTimeView(
  visit: Visit,
  rights: Rights,
  id: string,
  typed: string | null,
): Promise<FreeTimeView> {
  const { t } = visit;
  const pickup = askedDay(typed);
  const freeTime = await readFreeTime(visit, id, pickup);
  const back = { path: href("/shipments/detail/:id", { id }), text: t("free-time:back") };
  if (!freeTime) {
    const title = t("free-time:titleWithout");
    return { title, heading: title, back, note: t("free-time:none"), form: null, containers: [] };
  }
  const { houseNumber, placeName: place, today } = freeTime;
  const hasPrices = hasResource(rights, "SHIPMENT_CHARGES");
  return {
    title: t("free-time:title", { houseNumber }),
    heading: t("free-time:heading", { houseNumber }),
    back: { ...back, text: houseNumber },
    note: freeTime.containers.length === 0 ? t("free-time:noContainers") : null,
    form:
      hasPrices &&
      freeTime.containers.some(({ lines }) => lines.some(({ isOpen, tariff }) => isOpen && tariff))
        ? {
            label: t("free-time:asked"),
            value: typed?.slice(0, 30) || today,
            button: t("free-time:ask"),
            hint: t("free-time:hint", { place, today }),
            fault: typed && !pickup ? t("free-time:badDay") : null,
          }
        : null,
    containers: freeTime.containers.map((container) => containerView(visit, freeTime, container, hasPrices)),
  };
}

function containerView(
  visit: Visit,
  { carrierName, placeName }: ShipmentFreeTime,
  container: FreeTimeContainer,
  hasPrices: boolean,
): ContainerView {
  const { t } = visit;
  const { isAvailable, holds, lines } = container;
  const availability = isAvailable === null ? [] : [t(`free-time:available.${isAvailable ? "yes" : "no"}`)];
  const isHeld = holds.length > 0 || isAvailable === false;
  return {
    number: container.containerNumber,
    type: container.containerType,
    state: [
      ...availability,
      ...holds.map((hold) =>
        aroundTime(visit.time(hold.statedAt), (time) =>
          t(`free-time:hold.${hold.kind}`, { who: whoOf(visit, hold), time }),
        ),
      ),
    ],
    runsOn: isHeld && lines.some(({ isOpen }) => isOpen) ? t("free-time:runsOn") : null,
    none: lines.some(({ tariff }) => tariff)
      ? null
      : t("free-time:noTariff", {
          carrier: carrierName ?? t("free-time:noCarrier"),
          place: placeName,
          type: container.containerType,
        }),
    lines: lines.map((line) => lineView(visit, line, hasPrices)),
  };
}

function whoOf(
  { t }: Visit,
  { source, sender }: Pick<FreeTimeLineData["stated"][number], "source" | "sender">,
) {
  return t("free-time:who", {
    source: t(`free-time:source.${source}`),
    sender: sender ?? t("free-time:forwarder"),
  });
}

function lineView(visit: Visit, line: FreeTimeLineData, hasPrices: boolean): LineView {
  const { t } = visit;
  const { type, lastFreeDay, basis, computed } = line;
  return {
    title: t(`free-time:type.${type}`),
    day: lastFreeDay ? t("free-time:day", { day: lastFreeDay }) : t("free-time:noDay"),
    left: leftText(visit, line),
    isOver: (line.daysOver ?? 0) > 0,
    basis: basis ? t(`free-time:basis.${basis}`) : null,
    stated:
      line.stated.length > 0
        ? { title: t("free-time:statedBy"), rows: line.stated.map((each) => statedView(visit, each)) }
        : null,
    computed:
      computed &&
      t(computed.isActual ? "free-time:computed" : "free-time:computedEstimate", {
        day: computed.lastFreeDay,
        start: computed.startDay,
        event: t(`free-time:event.${computed.startEvent}`),
      }),
    rule: ruleView(visit, line, hasPrices),
    cost: hasPrices ? costView(visit, line) : null,
  };
}

function leftText(
  { t, language }: Visit,
  { type, endedOn, daysLeft, daysOver }: FreeTimeLineData,
): string | null {
  if (endedOn) return t(`free-time:ended.${type}`, { day: endedOn });
  if (daysOver) return t("free-time:over", { span: countText(daysOver, "day", language) });
  if (daysLeft === 0) return t("free-time:today");
  return daysLeft === null ? null : t("free-time:left", { span: countText(daysLeft, "day", language) });
}

function statedView(visit: Visit, each: FreeTimeLineData["stated"][number]) {
  const { t } = visit;
  const dayText = (day: string | null) => day ?? t("free-time:takenBack");
  return {
    key: `${each.source} ${each.sender}`,
    text: t("free-time:statedLine", { who: whoOf(visit, each), day: dayText(each.lastFreeDay) }),
    age: each.statedAt
      ? aroundTime(visit.time(each.statedAt), (stated) =>
          t("free-time:age", { stated, received: visit.stamp(each.receivedAt) }),
        )
      : t("free-time:noAge"),
    history: each.history.map((earlier) =>
      t("free-time:before", {
        day: dayText(earlier.lastFreeDay),
        stated: visit.stamp(earlier.statedAt),
      }),
    ),
  };
}

/** The tariff in words. */
function ruleView(
  { t, language }: Visit,
  { tariff }: FreeTimeLineData,
  hasPrices: boolean,
): LineView["rule"] {
  if (!tariff) return null;
  const { prices, unit, validTo: to, contractNumber, code, source, validFrom: from } = tariff;
  const first = t(`free-time:rule.first.${tariff.dayOne}`, {
    event: t(`free-time:event.${tariff.startEvent}`),
  });
  const tiers = (hasPrices && prices?.tiers) || [];
  return {
    title: t("free-time:rule.title"),
    texts: [
      t(`free-time:rule.${unit}`, { days: tariff.freeDays, first }),
      ...tiers.map((tier) => {
        const price = formatMoney(tier.perDay, prices!.currency, language) ?? tier.perDay;
        const key = tier.to === null ? "tierOn" : "tier";
        return t(`free-time:rule.${key}`, { from: tier.from, to: tier.to ?? "", price });
      }),
      ...(unit === "working" ? [t("free-time:rule.calendarCharged")] : []),
      t(to ? "free-time:rule.tariffUntil" : "free-time:rule.tariff", { code, source, from, to: to ?? "" }),
      ...(contractNumber ? [t("free-time:rule.contract", { number: contractNumber })] : []),
    ],
  };
}

function costView(
  { t, language }: Visit,
  { type, tariff, cost, lastFreeDay }: FreeTimeLineData,
): LineView["cost"] {
  if (!tariff) return { text: t("free-time:noPrice"), tiers: [] };
  if (!cost) return type === "DET" && lastFreeDay ? { text: t("free-time:cost.notBegun"), tiers: [] } : null;
  const money = (amount: string) => formatMoney(amount, cost.currency, language) ?? "";
  const spanOf = (days: number) => countText(days, "day", language);
  const values = { amount: money(cost.amount), day: cost.until, span: spanOf(cost.days) };
  const kind = type === "DEM" ? "DEM" : "other";
  return {
    text:
      cost.by === "ended"
        ? t("free-time:cost.ended", values)
        : t(`free-time:cost.${cost.by}.${kind}`, values),
    tiers:
      cost.tiers.length > 1
        ? cost.tiers.map(({ days, perDay, amount }) =>
            t("free-time:cost.tier", { span: spanOf(days), price: money(perDay), amount: money(amount) }),
          )
        : [],
  };
}
