import type { z } from "zod";
import { answerFor } from "#app/access/answer.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { momentOf, ownMoment, type Viewer, viewerOf } from "#app/components/moment.server.ts";
import type { ShipmentState } from "#app/components/shipment-badge.tsx";
import { CODE_TOO_MANY } from "#app/contract/code.ts";
import { previewSearch, type shipmentPreview } from "#app/contract/shipment-preview.ts";
import type { previewSearchTypes } from "#app/contract/shipment-preview-code.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { searchTypeOf, searchTypes } from "#app/lib/search-type.ts";
import { dueOf, reachedOf } from "#app/lib/shipment-chain.ts";
import { call } from "#app/upstream/client.server.ts";
import { UpstreamAccountState, UpstreamForbidden, UpstreamRefused } from "#app/upstream/error.ts";
import type { UpstreamCaller } from "#app/upstream/request.ts";
import { type JourneyView, journeyView } from "../journey/journey.server.ts";
import { drawTimeline, type TimelineView } from "../journey/timeline.server.ts";
import { modeLabel, placeLabel, serviceTypeLabel } from "../labels.server.ts";
import { arrivalText, badgeOf } from "../standing.server.ts";

/** The public search by H# or PO#, and the public view of a shipment (product 2.1). */

const NUMBER_MAX_LENGTH = 50;

export type SearchType = (typeof searchTypes)[number];

/** The form as sent, and its faults. */
export interface SearchForm {
  searchType: SearchType;
  number: string;
  typeError: string | null;
  numberError: string | null;
}

export interface PreviewCard {
  houseNumber: string;
  badge: { status: ShipmentState; label: string };
  route: string;
  summary: string;
  /** Departure and arrival: planned, and actual where it is known. */
  dates: { label: string; moment: Line; other: string | undefined }[];
  timeline: TimelineView;
  journey: JourneyView;
  updated: Line;
}

export type PreviewResult =
  | { kind: "found"; heading: string; cards: PreviewCard[] }
  | { kind: "none" | "limited"; heading: string; text: string };

/** Without a search in the URL the form has no faults. */
export function searchFormOf(query: URLSearchParams, t: Visit["t"]): SearchForm {
  const chosen = searchTypes.find((type) => type === query.get("searchType")) ?? null;
  const number = (query.get("number") ?? "").trim();
  const isSent = query.has("searchType") || query.has("number");
  const numberError =
    number === ""
      ? t("form.empty")
      : number.length > NUMBER_MAX_LENGTH
        ? t("form.tooLong", { max: NUMBER_MAX_LENGTH })
        : null;
  return {
    searchType: chosen ?? "ANY",
    number,
    typeError: isSent && chosen === null ? t("preview:search.typeRequired") : null,
    numberError: isSent ? numberError : null,
  };
}

/** The answer to a valid form. An unknown number and a shipment that is not public get the same. */
export async function searchPreview(
  visit: Visit,
  searchType: SearchType,
  number: string,
): Promise<PreviewResult> {
  const { t } = visit;
  try {
    const shipments = await searchByTypes(typesFor(searchType, number), number, visit.caller);
    if (shipments.length === 0) {
      return {
        kind: "none",
        heading: t("preview:result.none", { number }),
        text: t("preview:result.noneText"),
      };
    }
    const viewer = viewerOf(visit);
    return {
      kind: "found",
      heading: t("preview:result.found", { number }),
      cards: shipments.map((shipment) => {
        const containerNumbers = Array.from({ length: shipment.containers ?? 0 }, (_, index) =>
          String(index + 1),
        );
        return shipmentCard({ ...shipment, containerNumbers }, viewer);
      }),
    };
  } catch (error) {
    if (error instanceof UpstreamRefused && error.code === CODE_TOO_MANY) {
      return {
        kind: "limited",
        heading: t("preview:result.limited"),
        text: t("preview:result.limitedText", { number, message: error.message }),
      };
    }
    throw answerFor(error);
  }
}

function typesFor(searchType: SearchType, number: string): (typeof previewSearchTypes)[number][] {
  if (searchType !== "ANY") return [searchType];
  return searchTypeOf(number) === "PO" ? ["PO", "H"] : ["H", "PO"];
}

/** What the first of the kinds finds that finds any. */
async function searchByTypes(
  [searchType, ...others]: readonly (typeof previewSearchTypes)[number][],
  number: string,
  caller: UpstreamCaller,
): Promise<z.infer<typeof previewSearch.response>["shipments"]> {
  if (!searchType) return [];
  const { shipments } = await search({ searchType, number }, caller);
  return shipments.length > 0 ? shipments : searchByTypes(others, number, caller);
}

/** Sends the session if there is one; an ended session is ignored, because the search is public. */
async function search(request: z.input<typeof previewSearch.request>, caller: UpstreamCaller) {
  try {
    return await call(previewSearch, request, caller);
  } catch (error) {
    const isOfSession = error instanceof UpstreamAccountState || error instanceof UpstreamForbidden;
    if (caller.token === null || !isOfSession) throw error;
    return call(previewSearch, request, { ...caller, token: null });
  }
}

/** A shipment as people without an account see it. */
export function shipmentCard(
  shipment: Omit<z.infer<typeof shipmentPreview>, "containers"> & { containerNumbers: string[] },
  viewer: Viewer,
): PreviewCard {
  const { t } = viewer;
  const { etd, atd, eta, ata, portOfDeparture, portOfArrival, containerNumbers } = shipment;
  const reached = reachedOf({ ...shipment, containerNumbers });
  const dates = (
    [
      ["departure", reached.atd, etd ?? atd, portOfDeparture],
      ["arrival", reached.ata, eta ?? ata, portOfArrival],
    ] as const
  ).flatMap(([name, actual, expected, place]) => {
    const time = actual ?? parseWire(expected);
    if (!time) return [];
    const label = `${t(`preview:result.${name}`)} · ${t(`milestones:classifier.${actual ? "ACT" : "EST"}`)}`;
    const moment = momentOf(time, place.timeZone, viewer);
    const { other } = moment;
    if (actual || name === "departure") return [{ label, moment, other }];
    const arrival = arrivalText(
      viewer,
      { status: shipment.status, eta: time, arrivedAt: null },
      () => moment,
    );
    return [{ label, moment: arrival?.text ?? moment, other }];
  });
  const { view: timeline, ...chain } = drawTimeline(
    { events: shipment.events, status: shipment.status, isPublic: true, containerNumbers },
    viewer,
  );
  return {
    houseNumber: shipment.houseNumber,
    badge: badgeOf(viewer, {
      ...shipment,
      hasArrived: reached.ata !== undefined,
      eta: parseWire(eta),
    }),
    route: `${placeLabel(portOfDeparture)} → ${placeLabel(shipment.destination ?? portOfArrival)}`,
    summary: [modeLabel(t, shipment.mode), serviceTypeLabel(t, shipment.serviceType)].join(" · "),
    dates,
    timeline,
    journey: journeyView(
      {
        ...shipment,
        placeOfReceipt: null,
        destination: shipment.destination ?? null,
        reached,
        due: dueOf({ ...shipment, containerNumbers }),
        hidesSources: true,
        firstEta: null,
        etd: parseWire(etd),
        eta: parseWire(eta),
      },
      chain,
      viewer,
    ),
    updated: aroundTime(ownMoment(parseWire(shipment.updatedAt), viewer, "spoken"), (time) =>
      t("preview:result.updated", { time }),
    ),
  };
}
