import { href, redirect } from "react-router";
import { withoutUnseenPrices } from "#app/access/charges.ts";
import type { Rights } from "#app/access/permission.ts";
import { originOf } from "#app/access/site.server.ts";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { type Viewer, viewerOf } from "#app/components/moment.server.ts";
import { CODE_NOT_FOUND } from "#app/contract/code.ts";
import { shipmentFreeTime } from "#app/contract/free-time.ts";
import {
  type ShipmentDetailData,
  shipmentDetail,
  shipmentDocument,
  shipmentPublish,
} from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";
import { isWeighedInTons, revenueTonsOf } from "#app/lib/chargeable-weight.ts";
import { cutCommaList } from "#app/lib/comma-list.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { checkIncoterm } from "#app/lib/incoterms.ts";
import { formatNumber } from "#app/lib/money.ts";
import { containerNumbersOf, dueOf, reachedOf } from "#app/lib/shipment-chain.ts";
import type texts from "#app/locales/en/shipments.ts";
import type { Translate } from "#app/locales/translation.ts";
import { drawTimeline, type TimelineView } from "../journey/timeline.server.ts";
import {
  loadTypeLabel,
  modeLabel,
  packageTypeLabel,
  paymentTypeLabel,
  placeLabel,
  serviceLevelLabel,
  serviceTypeLabel,
} from "../labels.server.ts";
import { type CargoView, cargoView } from "./cargo.server.ts";
import { type DatesView, datesView } from "./dates.server.ts";
import { setFollowed } from "./follow.server.ts";
import { freeTimeSummary } from "./free-time.server.ts";
import { type DetailHead, headOf } from "./head.server.ts";

/** The texts of the screen of one shipment: `/shipments/detail/{id}`. */

const detailTabs = ["overview", "cargo", "documents"] as const;
type DetailTab = (typeof detailTabs)[number];

export function tabOf(value: string | null): DetailTab {
  return detailTabs.find((tab) => tab === value) ?? "overview";
}

type FieldName = keyof typeof texts.detail.field;
type FactTitle = keyof typeof texts.detail.facts;

export interface Fact {
  label: string;
  value: string;
  /** A warning about the value. */
  warning?: string;
}

export interface OverviewView {
  /** Null for a shipment without containers, and where the provider does not know free time. */
  freeTime: { path: string; label: string; summary: ReturnType<typeof freeTimeSummary> } | null;
  title: string;
  timeline: TimelineView;
  facts: { title: string; facts: Fact[] }[];
  dates: DatesView;
}

export interface DocumentsView {
  title: string;
  none: string;
  /** Shown when the role does not include the download. */
  notOpen: string | null;
  issued: string;
  rows: { id: string; type: string; number: string; issuedOn: string; fileName: string; label: string }[];
}

export interface DetailView {
  head: DetailHead;
  tab: DetailTab;
  tabs: { tab: DetailTab; label: string }[];
  tabsLabel: string;
  followLabel: string;
  overview: OverviewView | null;
  cargo: CargoView | null;
  documents: DocumentsView | null;
}

/** The id of an address; one of another format leads to /404 like an unknown one. */
export function shipmentId(id: string): string {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return id;
}

export async function shipmentView(
  visit: Visit,
  rights: Rights,
  id: string,
  tab: DetailTab,
  { canDownload, canPublish, origin }: { canDownload: boolean; canPublish: boolean; origin: string },
): Promise<DetailView> {
  const shipment = withoutUnseenPrices(rights, await visit.read(shipmentDetail, { id }));
  const { t } = visit;
  const viewer = viewerOf(visit);
  const { events, status } = shipment;
  const containerNumbers = containerNumbersOf(shipment);
  const { view: timeline, ...drawn } = drawTimeline(
    { events, containerNumbers, status, bookedAt: parseWire(shipment.dates.booking)?.at },
    viewer,
  );
  const reached = reachedOf({ ...shipment, containerNumbers });
  return {
    head: headOf(shipment, { ...drawn, reached }, viewer, {
      origin: originOf(visit.site, { origin }),
      canPublish,
    }),
    tab,
    tabs: detailTabs.map((each) => ({ tab: each, label: t(`shipments:detail.tabs.${each}`) })),
    tabsLabel: t("shipments:detail.tabs.label"),
    followLabel: t(shipment.isFollowed ? "shipments:detail.unfollow" : "shipments:detail.follow"),
    overview:
      tab === "overview"
        ? {
            freeTime:
              visit.offers(shipmentFreeTime) && containerNumbers.length > 0
                ? {
                    path: href("/shipments/freeTime/:id", { id }),
                    label: t("free-time:link"),
                    summary: freeTimeSummary(visit, shipment.freeTime),
                  }
                : null,
            title: t("shipments:detail.milestones"),
            timeline,
            facts: factsOf(shipment, viewer),
            dates: datesView(shipment, { reached, due: dueOf({ ...shipment, containerNumbers }) }, viewer),
          }
        : null,
    cargo: tab === "cargo" ? cargoView(shipment, viewer) : null,
    documents: tab === "documents" ? documentsOf(shipment, canDownload, t) : null,
  };
}

function factsOf(shipment: ShipmentDetailData, viewer: Viewer): OverviewView["facts"] {
  const { t, language } = viewer;
  const field = (name: FieldName) => t(`shipments:detail.field.${name}`);
  const facts = (title: FactTitle, entries: [FieldName, string | null | undefined, string?][]) => ({
    title: t(`shipments:detail.facts.${title}`),
    facts: entries.flatMap(([name, value, warning]): Fact[] =>
      value ? [{ label: field(name), value, ...(warning ? { warning } : {}) }] : [],
    ),
  });
  const list = (values: readonly string[]) => [...new Set(values)].join(", ");
  const { vessel, vesselImo, incoterms } = shipment;
  const isSeaTermByAir = checkIncoterm(incoterms, shipment.mode === "OCEAN") === "sea-only";
  const place = (each: ShipmentDetailData["placeOfReceipt"]) => (each ? placeLabel(each) : null);
  return [
    facts("parties", [
      ["shipper", shipment.shipper],
      ["shipperName", shipment.shipperName],
      ["consignee", shipment.consignee],
      ["consigneeName", shipment.consigneeName],
    ]),
    facts("route", [
      ["placeOfReceipt", place(shipment.placeOfReceipt)],
      ["portOfDeparture", place(shipment.portOfDeparture)],
      ["portOfArrival", place(shipment.portOfArrival)],
      ["portOfFinalArrival", place(shipment.portOfFinalArrival)],
    ]),
    facts("carriage", [
      ["airCarrier", shipment.airCarrier],
      ["carrier", shipment.airCarrier ? null : shipment.carrierName],
      ["flightNumber", shipment.flightNumber],
      ["vessel", vessel && vesselImo ? t("shipments:detail.imo", { vessel, imo: vesselImo }) : vessel],
      ["motherVessel", shipment.motherVessel],
      ["voyage", shipment.voyage],
    ]),
    facts("service", [
      ["jobMode", modeLabel(t, shipment.mode)],
      ["serviceType", `${serviceTypeLabel(t, shipment.serviceType)} (${shipment.serviceType})`],
      ["serviceLevel", serviceLevelLabel(t, shipment.serviceLevel)],
      ["loadType", loadTypeLabel(t, shipment.loadType)],
      [
        "incoterms",
        incoterms,
        isSeaTermByAir ? t("shipments:detail.seaOnlyTerm", { term: incoterms }) : undefined,
      ],
      ["paymentType", paymentTypeLabel(t, shipment.paymentType)],
    ]),
    facts("cargo", [
      ["pieces", formatNumber(shipment.pieces, language)],
      ["packageType", packageTypeLabel(t, shipment.packageType)],
      ["cartons", formatNumber(shipment.cartons, language)],
      ["grossWeight", formatNumber(shipment.grossWeightKg, language)],
      ["volume", formatNumber(shipment.volumeCbm, language)],
      isWeighedInTons(shipment)
        ? ["revenueTons", formatNumber(revenueTonsOf(shipment.grossWeightKg, shipment.volumeCbm), language)]
        : ["chargeableWeight", formatNumber(shipment.chargeableWeightKg, language)],
      ["containers", cutCommaList(shipment.containers.map((each) => each.containerNumber)).shown],
    ]),
    facts("references", [
      ["bookingNumber", shipment.booking?.bookingNumber],
      ["poNumber", cutCommaList(list(shipment.orderLines.map((line) => line.poNumber))).shown],
      ["skuNumber", cutCommaList(list(shipment.orderLines.map((line) => line.skuNumber))).shown],
      ["commercialInvoiceNumber", shipment.commercialInvoiceNumber],
      ["systemSource", shipment.systemSource],
      ["businessUnit", shipment.businessUnit],
    ]),
  ].filter(({ facts: entries }) => entries.length > 0);
}

function documentsOf(shipment: ShipmentDetailData, canDownload: boolean, t: Translate): DocumentsView {
  return {
    title: t("shipments:detail.documents.title"),
    none: t("shipments:detail.documents.none"),
    notOpen: canDownload ? null : t("shipments:detail.documents.notOpen"),
    issued: t("shipments:detail.documents.issued"),
    rows: shipment.documents.map(({ id, documentType, number, issuedOn, fileName }) => ({
      id,
      number,
      issuedOn,
      fileName,
      type: t(`shipments:detail.documents.kind.${documentType}`),
      label: t("shipments:detail.documents.download", { name: fileName }),
    })),
  };
}

/** The question to the forwarder about a shipment without news, in the reader's language. Throws as `visit.read`. */
export async function newsQuestion(visit: Visit, id: string): Promise<{ reference: string; text: string }> {
  const { t } = visit;
  const { houseNumber, events } = await visit.read(shipmentDetail, { id });
  const since = events
    .map(({ receivedAt }) => receivedAt)
    .sort()
    .at(-1);
  const text = since
    ? t("shipments:ask.text", { houseNumber, since: visit.stamp(since) })
    : t("shipments:ask.never", { houseNumber });
  return { reference: houseNumber, text };
}

/** Commands of the detail's buttons. */
export const detailIntents = ["follow", "unfollow", "publish", "unpublish"] as const;
export type DetailIntent = (typeof detailIntents)[number];

/** Runs the command. Returns the fault of a failed write; throws a redirect to /404. */
export async function perform(
  visit: Visit,
  { id, intent }: { id: string; intent: DetailIntent },
  requestId: FormDataEntryValue | null,
): Promise<WriteFault | null> {
  const result =
    intent === "publish" || intent === "unpublish"
      ? await visit.write(
          shipmentPublish,
          { id, isPublic: intent === "publish" ? "true" : "false" },
          { key: `${requestId}:${id}:${intent}` },
        )
      : await setFollowed(visit, { id, isFollowed: intent === "follow" }, requestId);
  if (result.isDone) return null;
  if (result.fault.code === CODE_NOT_FOUND) throw redirect(href("/404"));
  return result.fault;
}

/** The PDF as a stream. Throws a redirect to /404 when it does not exist or the caller may not see it. */
export async function documentFile(visit: Visit, id: string, documentId: string) {
  if (![id, documentId].every((each) => addressId.safeParse(each).success)) throw redirect(href("/404"));
  return visit.file(shipmentDocument, { id, documentId, clock: visit.clock.named }, async () => {
    const { documents } = await visit.read(shipmentDetail, { id });
    return documents?.find((each) => each.id === documentId)?.fileName;
  });
}
