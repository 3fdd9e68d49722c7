import { href } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { totalText } from "#app/components/list/view.server.ts";
import { clockNote } from "#app/components/moment.server.ts";
import {
  type ArrivedOnTime,
  type DashboardBlock,
  dashboard,
  dashboardArrange,
  dashboardBlocks,
  dashboardLayout,
  dashboardMap,
  MAPPED_MAX,
} from "#app/contract/dashboard.ts";
import type { ShipmentRow } from "#app/contract/shipment.ts";
import { type OpenState, openStates, type StatusListKey } from "#app/contract/shipment-code.ts";
import { daysBefore, formatDay, formatWeekday } from "#app/lib/date-time.ts";
import { aroundTime } from "#app/lib/moment.ts";
import { formatNumber } from "#app/lib/money.ts";
import type { ArrivalsView, DashboardView, MapView, NeedView, StatesView } from "./dashboard.tsx";
import type { NewsView, OnTimeView } from "./facts.tsx";

type ListKey = "delayed" | "arriving" | StatusListKey;

/** The list shown below, with its rows. */
export interface DashboardList {
  key: ListKey;
  rows: ShipmentRow[];
  /** The date shown in this list. */
  date: "booking" | "eta";
}

/** The screen without the rows of its list, which the route renders. */
type Overview = Omit<DashboardView, "list"> & { list: Omit<DashboardView["list"], "rows"> };

type Answer = z.output<typeof dashboard.response>;
type News = NonNullable<Answer["news"]>;

/**
 * Today and the six days before, in the reader's time zone: the provider uses the same range for the latest
 * bookings.
 */
const LATEST_BOOKED_DAYS = 7;
/** A longer name is no list's. */
const SHOWN_MAX = 50;

/**
 * What the dashboard shows (product 2.7): counts, states, arrivals, and the list that `wanted` names, or the first
 * that has rows. Numbers are links when `canList`. Throws as `visit.read`.
 */
export async function loadOverview(
  visit: Visit,
  {
    isDesk,
    wanted,
    canList,
    now,
    needsOf,
    lineOf,
  }: {
    /** For the forwarder's people, who see the shipments of all customers. */
    isDesk: boolean;
    wanted: string | null;
    canList: boolean;
    now: Date;
    /** What is to do in other menus; null where nothing is. */
    needsOf: (answer: Pick<Answer, "toDecide" | "drafts">) => Promise<(NeedView | null)[]>;
    lineOf: (changed: News["rows"][number]) => NewsView["rows"][number];
  },
): Promise<{ overview: Overview; shown: DashboardList }> {
  const { t } = visit;
  const today = formatDay(now, visit.zone) ?? "";
  const answer = await visit.read(dashboard, {
    clock: visit.clock.named,
    today: today || undefined,
    isVisit: true,
    shown: (wanted ?? "").slice(0, SHOWN_MAX),
  });
  const blocks = shownBlocks(answer);
  const others = blocks.includes("needs") ? await needsOf(answer) : [];
  const listsByKey: Record<string, (typeof answer.statusLists)[number] | typeof answer.delayed> = {
    ...Object.fromEntries(answer.statusLists.map((list) => [list.key, list])),
    delayed: answer.delayed,
    arriving: answer.arriving,
  };
  const lists = listsOf(today).flatMap((list) => {
    const rows = listsByKey[list.key];
    return rows ? [{ ...list, ...rows }] : [];
  });
  const openList =
    lists.find(({ key }) => key === wanted) ?? lists.find(({ total }) => total > 0) ?? lists.at(0);
  const turn = isDesk ? "customersTurn" : "ownTurn";
  const hrefOf = (query: string) => (canList ? `${href("/shipments/index")}?${query}` : null);
  const [late, onTheWay] = (["delayed", "In_Transit_Shipments"] as const).map((name) =>
    lists.find(({ key }) => key === name),
  );
  return {
    shown: { key: openList?.key ?? "delayed", rows: openList?.rows ?? [], date: openList?.date ?? "eta" },
    overview: {
      title: t("dashboard:title"),
      blocks,
      arrange:
        answer.blocks && visit.offers(dashboardLayout, dashboardArrange) ? href("/dashboard/arrange") : null,
      clock: clockNote(visit),
      isEmpty: lists.every(({ total }) => total === 0),
      texts: {
        needs: t("dashboard:needs"),
        calm: t("dashboard:need.none"),
        lists: t("dashboard:lists"),
        all: t("dashboard:all"),
        arrange: t("dashboard:arrange"),
        hiddenTitle: t("dashboard:hidden.title"),
        hiddenText: t("dashboard:hidden.text"),
        emptyTitle: t("dashboard:empty.title"),
        emptyText: t(isDesk ? "dashboard:empty.deskText" : "dashboard:empty.text"),
      },
      needs: [
        ...others.filter((need) => need !== null),
        ...needOf(visit, turn, answer.ownTurn, hrefOf("isOwnTurn=true&sort=eta&direction=asc")),
        ...needOf(visit, "delayed", late, hrefOf(delayedQuery)),
      ],
      states: answer.states ? statesView(answer.states, visit, hrefOf) : null,
      arrivals: answer.arrivals ? arrivalsView(answer.arrivals, visit, hrefOf) : null,
      map: blocks.includes("map") ? mapView(visit, onTheWay, hrefOf) : null,
      onTime: answer.onTime ? onTimeView(answer.onTime, visit, { hrefOf, today }) : null,
      news: answer.news ? newsView(answer.news, visit, { hrefOf, lineOf }) : null,
      tabs: lists.map((list) => ({
        key: list.key,
        title: t(`dashboard:list.${list.key}`),
        count: totalText(visit, list),
        isShown: list === openList,
      })),
      list: {
        title: openList ? t(`dashboard:list.${openList.key}`) : "",
        none: openList ? t(`dashboard:none.${openList.key}`) : "",
        href: openList ? hrefOf(openList.query) : null,
      },
    },
  };
}

const needTones = { ownTurn: "act", customersTurn: null, delayed: "late" } as const;

/** A need of shipments that some have. */
function needOf(
  visit: Visit,
  key: keyof typeof needTones,
  counted: Parameters<typeof totalText>[1] | null | undefined,
  path: string | null,
): NeedView[] {
  if (!counted || counted.total === 0) return [];
  const text = visit.t(`dashboard:need.${key}`, { count: counted.total, number: totalText(visit, counted) });
  return [{ text, href: path, tone: needTones[key] }];
}

/** What is on the way, to be drawn; the picture is asked for by the browser. Null when nothing is, or nobody draws it. */
function mapView(
  visit: Visit,
  list: (Parameters<typeof totalText>[1] & { query: string }) | undefined,
  hrefOf: HrefOf,
): MapView | null {
  if (!list || list.total === 0 || !visit.offers(dashboardMap)) return null;
  const { t } = visit;
  const drawn = Math.min(list.total, MAPPED_MAX);
  return {
    title: t("dashboard:map.title"),
    alt: t("dashboard:map.alt", { count: drawn }),
    all: t("dashboard:map.all", { count: list.total, number: totalText(visit, list) }),
    first: list.total > drawn ? t("dashboard:map.first", { count: drawn }) : null,
    about: t("dashboard:map.about"),
    href: hrefOf(list.query),
  };
}

/** A provider that keeps no arrangement has the page as it comes. */
function shownBlocks({ blocks }: Pick<Answer, "blocks">): DashboardBlock[] {
  const shownKeys = blocks?.flatMap(({ key, isShown }) => (isShown ? [key] : [])) ?? dashboardBlocks;
  return shownKeys.flatMap((key) => dashboardBlocks.filter((known) => known === key));
}

const delayedQuery = "status=DELAYED&sort=eta&direction=asc";

/** In page order: what needs attention first. `query` shows the same rows in the shipment list. */
function listsOf(today: string): { key: ListKey; query: string; date: "booking" | "eta" }[] {
  const booked = new URLSearchParams({
    dateType: "booking",
    dateFrom: daysBefore(today, LATEST_BOOKED_DAYS - 1) ?? "",
    dateTo: today,
    sort: "booking",
    direction: "desc",
  });
  return [
    { key: "delayed", query: delayedQuery, date: "eta" },
    { key: "arriving", query: "isArrivingSoon=true&sort=eta&direction=asc", date: "eta" },
    { key: "Latest_Active_Shipments", query: "isOpen=true", date: "eta" },
    { key: "In_Transit_Shipments", query: "isUnderWay=true&sort=eta&direction=asc", date: "eta" },
    { key: "Booked_Shipments", query: "status=BOOKED&sort=booking&direction=desc", date: "booking" },
    { key: "Latest_Booked_Shipments", query: booked.toString(), date: "booking" },
  ];
}

type HrefOf = (query: string) => string | null;

const stateQueries: Record<OpenState, string> = {
  delayed: "status=DELAYED",
  arrived: "hasArrived=true&isOnTime=true",
  underWay: "isUnderWay=true&isOnTime=true",
  booked: "status=BOOKED&isOnTime=true",
};

function statesView(
  states: Partial<Record<OpenState, number>>,
  { t, language }: Visit,
  hrefOf: HrefOf,
): StatesView {
  const total = openStates.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  let x = 0;
  return {
    title: t("dashboard:states", { count: total.toLocaleString(language) as never }),
    head: [t("dashboard:state.head"), t("dashboard:state.count")],
    states: openStates.map((state) => {
      const count = states[state] ?? 0;
      const width = total > 0 ? (100 * count) / total : 0;
      const part = { key: state, x: rounded(x), width: rounded(width) };
      x += width;
      return {
        ...part,
        label: t(`dashboard:state.${state}`),
        count: count.toLocaleString(language),
        href: count > 0 ? hrefOf(stateQueries[state]) : null,
      };
    }),
  };
}

const rounded = (percent: number) => Math.round(percent * 100) / 100;

function arrivalsView(
  arrivals: readonly { day: string; total: number }[],
  { t, language }: Visit,
  hrefOf: HrefOf,
): ArrivalsView {
  const most = Math.max(1, ...arrivals.map(({ total }) => total));
  return {
    title: t("dashboard:arrivals"),
    days: arrivals.map(({ day, total }) => {
      const query = new URLSearchParams({ isOpen: "true", dateType: "eta", dateFrom: day, dateTo: day });
      return {
        day,
        weekday: formatWeekday(day, language) ?? "",
        dayOfMonth: String(Number(day.slice(8))),
        height: Math.round((100 * total) / most),
        count: total.toLocaleString(language),
        href: total > 0 ? hrefOf(query.toString()) : null,
      };
    }),
  };
}

const percent = ({ onTime, late }: ArrivedOnTime): number | null =>
  onTime + late === 0 ? null : Math.round((1_000 * onTime) / (onTime + late)) / 10;

/** The share of the arrivals on time, and how it was before; null when nothing arrived in either time. */
function onTimeView(
  { days, now, before }: NonNullable<z.output<typeof dashboard.response>["onTime"]>,
  { t, language }: Visit,
  { hrefOf, today }: { hrefOf: HrefOf; today: string },
): OnTimeView | null {
  const [share, earlier] = [percent(now), percent(before)];
  const arrived = now.onTime + now.late + now.unknown;
  if (arrived + before.onTime + before.late + before.unknown === 0) return null;
  const period = (count: number, end: string) =>
    hrefOf(
      new URLSearchParams({
        dateType: "ata",
        dateFrom: daysBefore(end, count - 1) ?? "",
        dateTo: end,
      }).toString(),
    );
  const text = (value: number | null) =>
    value === null ? t("dashboard:onTime.none") : `${formatNumber(value, language, 1)} %`;
  return {
    title: t("dashboard:onTime.title"),
    share: text(share),
    arrived: {
      text: t("dashboard:onTime.arrived", {
        count: arrived,
        number: arrived.toLocaleString(language),
        days,
      }),
      href: arrived > 0 ? period(days, today) : null,
    },
    before: {
      text: t("dashboard:onTime.before", { days, share: text(earlier) }),
      href: period(days, daysBefore(today, days) ?? ""),
    },
    about: t("dashboard:onTime.about"),
    note: t("dashboard:onTime.note", { number: now.unknown.toLocaleString(language) }),
  };
}

/** What has changed since the visit before. */
function newsView(
  { since, total, isTotalCapped, rows }: News,
  visit: Visit,
  { hrefOf, lineOf }: { hrefOf: HrefOf; lineOf: (changed: News["rows"][number]) => NewsView["rows"][number] },
): NewsView {
  const { t } = visit;
  return {
    title: t("dashboard:news.title"),
    since: aroundTime(visit.time(since, "spoken"), (time) => t("dashboard:news.since", { time })),
    none: t("dashboard:news.none"),
    all: t("dashboard:news.all", { number: totalText(visit, { total, isTotalCapped }) }),
    href: total > 0 ? hrefOf(new URLSearchParams({ changedSince: since }).toString()) : null,
    rows: rows.map(lineOf),
  };
}
