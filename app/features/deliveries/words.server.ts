import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import type { DeliveryRow } from "#app/contract/delivery.ts";
import { deliveryStatuses } from "#app/contract/delivery-code.ts";
import { zoneOnClock } from "#app/lib/clock.ts";
import { formatTime, offsetOf, parseWire, WIRE_ZONE } from "#app/lib/date-time.ts";
import { formatMoney } from "#app/lib/money.ts";

/** Which badge stands for a status of a delivery. */
export const badges: Record<DeliveryRow["status"], ListRow["status"]> = {
  planned: "BOOKED",
  assigned: "SUBMITTED",
  onTheWay: "TRANSIT",
  arrived: "ARRIVED",
  unloading: "ARRIVED",
  delivered: "COMPLETED",
  failed: "DELAYED",
};

/** An unknown status of another provider is shown as it is. */
export const statusText = ({ t }: Visit, status: string): string => {
  const known = deliveryStatuses.find((each) => each === status);
  return known ? t(`deliveries:status.${known}`) : status;
};

/** A time on the reader's clock, with its offset; by the place's clock where the reader has chosen so. */
export function timeText({ clock }: Visit, wire: string | null, placeZone: string | null): string {
  const time = parseWire(wire);
  if (!time) return "";
  const zone = zoneOnClock(clock.named, placeZone ?? WIRE_ZONE);
  const text = formatTime(time, zone) ?? "";
  return time.isDayOnly ? text : `${text.slice(0, 16)} UTC${offsetOf(time.at, zone)}`;
}

/** The appointment: its day and hours on one clock. */
export function windowText(
  visit: Visit,
  row: Pick<DeliveryRow, "windowFrom" | "windowTo" | "timeZone">,
): string {
  if (!row.windowFrom || !row.windowTo) return visit.t("deliveries:noWindow");
  const from = timeText(visit, row.windowFrom, row.timeZone);
  const to = timeText(visit, row.windowTo, row.timeZone);
  const isOneDay = from.slice(0, 10) === to.slice(0, 10) && from.slice(16) === to.slice(16);
  return visit.t("deliveries:window", {
    from: isOneDay ? from.slice(0, 16) : from,
    to: isOneDay ? to.slice(11) : to,
  });
}

/** When the empty container is due, and what its return costs today. */
export function dueText(
  { t, language }: Visit,
  due: DeliveryRow["emptyReturnDue"],
  hasPrices: boolean,
): NonNullable<ListRow["notice"]> | null {
  if (!due) return null;
  const { lastFreeDay: day, daysLeft, daysOver, cost } = due;
  const text =
    daysOver > 0
      ? t("deliveries:dueOver", { day, days: daysOver })
      : daysLeft === 0
        ? t("deliveries:dueToday", { day })
        : t("deliveries:due", { day, days: daysLeft });
  const amount = hasPrices && cost && daysOver > 0 ? formatMoney(cost.amount, cost.currency, language) : null;
  return {
    text: amount ? t("deliveries:dueCost", { due: text, amount }) : text,
    isLate: daysOver > 0,
    isSoon: daysOver === 0 && daysLeft <= 1,
  };
}
