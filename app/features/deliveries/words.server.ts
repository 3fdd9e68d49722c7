import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import { momentOf, viewerOf } from "#app/components/moment.server.ts";
import type { DeliveryRow } from "#app/contract/delivery.ts";
import { deliveryStatuses } from "#app/contract/delivery-code.ts";
import { countText, parseWire } from "#app/lib/date-time.ts";
import { aroundTime, type Line, type MomentView, textOf } from "#app/lib/moment.ts";
import { formatMoney } from "#app/lib/money.ts";

const DAY_LENGTH = "YYYY-MM-DD".length;

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

/** A time on the reader's clock; by the place's clock where the reader has chosen so. */
export function timeAt(visit: Visit, wire: string | null, placeZone: string | null): MomentView | "" {
  const time = parseWire(wire);
  return time ? momentOf(time, placeZone, viewerOf(visit)) : "";
}

/** The appointment: its day and hours on one clock. */
export function windowText(
  visit: Visit,
  row: Pick<DeliveryRow, "windowFrom" | "windowTo" | "timeZone">,
): Line {
  if (!row.windowFrom || !row.windowTo) return visit.t("deliveries:noWindow");
  const to = textOf(timeAt(visit, row.windowTo, row.timeZone));
  return aroundTime(timeAt(visit, row.windowFrom, row.timeZone), (from) => {
    const isOneDay = from.slice(0, DAY_LENGTH) === to.slice(0, DAY_LENGTH);
    return visit.t("deliveries:window", { from, to: isOneDay ? to.slice(DAY_LENGTH + 1) : to });
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
  const span = countText(daysOver || daysLeft, "day", language);
  const text =
    daysOver > 0
      ? t("deliveries:dueOver", { day, span })
      : daysLeft === 0
        ? t("deliveries:dueToday", { day })
        : t("deliveries:due", { day, span });
  const amount = hasPrices && cost && daysOver > 0 ? formatMoney(cost.amount, cost.currency, language) : null;
  return {
    text: amount ? t("deliveries:dueCost", { due: text, amount }) : text,
    isLate: daysOver > 0,
    isSoon: daysOver === 0 && daysLeft <= 1,
  };
}
