import type { Visit } from "#app/access/visit.server.ts";
import { dashboard, type ShipmentRow } from "#app/contract/shipment.ts";
import type { StatusListKey } from "#app/contract/shipment-code.ts";
import { daysBefore, formatDay } from "#app/lib/date-time.ts";

export type SectionKey = "delayed" | "arriving" | StatusListKey;

/** One list of the dashboard: title, count, first rows, and a link to all. */
export interface Section {
  key: SectionKey;
  title: string;
  count: string;
  /** Query of the shipment list with the same content. */
  query: string;
  /** The date shown in this list. */
  date: "booking" | "eta";
  rows: ShipmentRow[];
  none: string;
}

/**
 * Today and the six days before, in the reader's time zone: the provider uses the same range for the latest
 * bookings.
 */
const LATEST_BOOKED_DAYS = 7;

/** The four status lists and those that need attention (product 2.7). Throws as `visit.read`. */
export async function loadSections(visit: Visit, now: Date): Promise<Section[]> {
  const { t, language } = visit;
  const today = formatDay(now, visit.zone) ?? undefined;
  const { statusLists, delayed, arriving } = await visit.read(dashboard, {
    clock: visit.clock.named,
    today,
  });
  const lists: Record<string, (typeof statusLists)[number] | typeof delayed> = {
    ...Object.fromEntries(statusLists.map((list) => [list.key, list])),
    delayed,
    arriving,
  };
  return questions(today ?? "").flatMap(({ key, query, date }) => {
    const list = lists[key];
    if (!list) return [];
    const total = list.total.toLocaleString(language);
    return {
      key,
      query,
      date,
      title: t(`dashboard:list.${key}`),
      none: t(`dashboard:none.${key}`),
      count: list.isTotalCapped ? t("dashboard:moreThan", { count: total as never }) : total,
      rows: list.rows,
    };
  });
}

/** In page order: what needs attention first. */
function questions(today: string): Pick<Section, "key" | "query" | "date">[] {
  const booked = new URLSearchParams({
    dateType: "booking",
    dateFrom: daysBefore(today, LATEST_BOOKED_DAYS - 1) ?? "",
    dateTo: today,
    sort: "booking",
    direction: "desc",
  });
  return [
    { key: "delayed", query: "status=DELAYED&sort=eta&direction=asc", date: "eta" },
    { key: "arriving", query: "isArrivingSoon=true&sort=eta&direction=asc", date: "eta" },
    { key: "Latest_Active_Shipments", query: "isOpen=true", date: "eta" },
    { key: "In_Transit_Shipments", query: "isUnderWay=true&sort=eta&direction=asc", date: "eta" },
    { key: "Booked_Shipments", query: "status=BOOKED&sort=booking&direction=desc", date: "booking" },
    { key: "Latest_Booked_Shipments", query: booked.toString(), date: "booking" },
  ];
}

/** "As of …": time of the page, in the viewer's zone or, while that is unknown, the provider's. */
export function asOf(visit: Visit, now: Date): string {
  const time = visit.stamp(now);
  const dates =
    visit.clock.choice === "place"
      ? visit.t("clock:dates.place")
      : visit.t("clock:dates.zone", { zone: visit.clock.zoneName });
  return `${visit.t("dashboard:asOf", { time, zone: visit.clock.zoneName })} ${dates}`;
}
