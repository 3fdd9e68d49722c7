import type { z } from "zod";
import type { DashboardBlock, dashboard } from "#app/contract/dashboard.ts";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import { type StatusListKey, statusListKeys } from "#app/contract/shipment-code.ts";
import { readClock } from "#app/lib/clock.ts";
import { daysBefore, dayToWire } from "#app/lib/date-time.ts";
import { countDrafts } from "../bookings/drafts.ts";
import type { CallerContext } from "../call/context.ts";
import { countToDecide } from "../quotes/to-decide.ts";
import { countOwnTurn, countShipments } from "../shipments/count.ts";
import { type FilterRequest, shipmentScopeOf } from "../shipments/filter.ts";
import { listShipments, type ShipmentSort } from "../shipments/list.ts";
import { readNews } from "./news.ts";
import { arrivedOnTime } from "./on-time.ts";
import { openShipments } from "./open.ts";
import { noteVisit, readPerson } from "./person.ts";

const ROWS = { page: 1, pageSize: 10 };
/** Today and the six days before, in the reader's time zone, so that the list can use the same filter. */
const LATEST_BOOKED_DAYS = 7;

type ListKey = "delayed" | "arriving" | StatusListKey;
type Overview = z.output<typeof dashboard.response>;

interface OverviewList {
  filter: FilterRequest;
  sort: ShipmentSort;
}

/** The lists in the order of the page, with the filters of product 2.7 (app/decisions/analytics-and-dashboard.md). */
function listsOf(today: string, clock: string | undefined): Record<ListKey, OverviewList> {
  const latestBooked: FilterRequest = {
    clock,
    dateType: "booking",
    dateFrom: daysBefore(today, LATEST_BOOKED_DAYS - 1)!,
    dateTo: today,
  };
  const nextEta: ShipmentSort = { sort: "eta", direction: "asc" };
  const lastBooking: ShipmentSort = { sort: "booking", direction: "desc" };
  return {
    delayed: { filter: { status: "DELAYED", clock }, sort: nextEta },
    arriving: { filter: { isArrivingSoon: true, clock }, sort: nextEta },
    Latest_Active_Shipments: {
      filter: { isOpen: true, clock },
      sort: { sort: "updated", direction: "desc" },
    },
    In_Transit_Shipments: { filter: { isUnderWay: true, clock }, sort: nextEta },
    Booked_Shipments: { filter: { status: "BOOKED", clock }, sort: lastBooking },
    Latest_Booked_Shipments: { filter: latestBooked, sort: lastBooking },
  };
}

/**
 * `dashboard/overview`: every number as the list that it leads to has it. What the person has hidden is not counted, except for
 * the lists, by which the page knows whether there is anything.
 */
export async function readDashboard(
  { clock, today: callerDay, shown: openList, isVisit = false }: z.output<typeof dashboard.request>,
  context: CallerContext,
): Promise<Overview> {
  const { db, caller, now, language } = context;
  const today = callerDay ?? dayToWire(now)!;
  const [scope, person] = await Promise.all([
    shipmentScopeOf(db, context.scope),
    readPerson(db, caller.userId, now),
  ]);
  const hidden = new Set(person.blocks.flatMap(({ key, isShown }) => (isShown ? [] : [key])));
  const unless = async <T>(block: DashboardBlock, read: () => Promise<T>): Promise<T | null> =>
    hidden.has(block) ? null : read();
  const lists = listsOf(today, clock);
  const rowsOf = async (key: ListKey): Promise<ShipmentRow[]> => {
    const { filter, sort } = lists[key];
    const { rows } = await listShipments(db, scope, filter, sort, ROWS, { language, now });
    return rows;
  };

  const readLists = async () => {
    const totals = await countShipments(db, scope, lists, now);
    const keys = Object.keys(lists) as ListKey[];
    const wanted = keys.find((key) => key === openList) ?? keys.find((key) => totals[key].total > 0);
    const withRows = openList === undefined ? keys : hidden.has("lists") ? [] : [wanted];
    const pages = await Promise.all(
      keys.map(async (key) => [
        key,
        { ...totals[key], rows: withRows.includes(key) ? await rowsOf(key) : [] },
      ]),
    );
    return Object.fromEntries(pages) as Record<ListKey, { rows: ShipmentRow[] } & (typeof totals)[ListKey]>;
  };

  const { since } = person;
  const [ownTurn, toDecide, drafts, pages, open, onTime, news] = await Promise.all([
    unless("needs", () => countOwnTurn(db, scope, now)),
    unless("needs", () => countToDecide(context)),
    unless("needs", () => countDrafts(context)),
    readLists(),
    hidden.has("states") && hidden.has("arrivals")
      ? null
      : openShipments(db, scope, { clock: readClock(clock), today, now }),
    unless("onTime", () => arrivedOnTime(db, scope, { clock, today, now })),
    unless("news", async () => since && readNews(db, scope, since, context)),
    isVisit && person.isToNote && !caller.session?.seenBy ? noteVisit(db, caller.userId, now) : null,
  ]);
  const { delayed, arriving } = pages;
  return {
    statusLists: statusListKeys.map((key) => ({ key, ...pages[key] })),
    delayed,
    arriving,
    ownTurn,
    toDecide,
    drafts,
    onTime,
    news,
    states: hidden.has("states") ? null : open?.states,
    arrivals: hidden.has("arrivals") ? null : open?.arrivals,
    blocks: person.blocks,
  };
}
