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
import { shipmentRoute } from "#app/contract/shipment-route.ts";
import { addressId } from "#app/contract/wire.ts";
import { checkAirWaybill, formatAirWaybill } from "#app/lib/air-waybill.ts";
import { isWeighedInTons, revenueTonsOf } from "#app/lib/chargeable-weight.ts";
import { cutCommaList } from "#app/lib/comma-list.ts";
import { parseWire } from "#app/lib/date-time.ts";
import { checkIncoterm } from "#app/lib/incoterms.ts";
import { formatMoney, formatNumber } from "#app/lib/money.ts";
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
import { panelOf } from "../map/map.server.ts";
import { type CargoView, cargoView } from "./cargo.server.ts";
import { type DatesView, datesView } from "./dates.server.ts";
import { type CutOffLine, cutOffEntry, statedEntries } from "./entries.server.ts";
import { setFollowed } from "./follow.server.ts";
import { freeTimeSummary } from "./free-time.server.ts";
import { type DetailHead, type FreeTimeLine, headOf } from "./head.server.ts";

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
  href?: string | null;
  /** A warning about the value. */
  warning?: string | null;
}

export interface OverviewView {
  title: string;
  timeline: TimelineView;
  /** The map; null where the provider gives no routes. */
  map: (ReturnType<typeof panelOf> & { path: string }) | null;
  /** What is asked for most. */
  facts: { title: string; facts: Fact[] };
  all: { summary: string; facts: { title: string; facts: Fact[] }[]; dates: DatesView };
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
  tabs: { tab: DetailTab; label: string; count: number }[];
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

/** `cutOffs`, read beside the shipment, stand in its list of milestones. */
export async function shipmentView(
  visit: Visit,
  rights: Rights,
  id: string,
  tab: DetailTab,
  {
    canDownload,
    canPublish,
    origin,
    cutOffs,
  }: {
    canDownload: boolean;
    canPublish: boolean;
    origin: string;
    cutOffs: Promise<{ rows: CutOffLine[] } | null>;
  },
): Promise<DetailView> {
  const shipment = withoutUnseenPrices(rights, await visit.read(shipmentDetail, { id }));
  const { t } = visit;
  const viewer = viewerOf(visit);
  const { events, status } = shipment;
  const containerNumbers = containerNumbersOf(shipment);
  const further =
    tab === "overview"
      ? [
          ...statedEntries(shipment, viewer),
          ...((await cutOffs)?.rows.map((row) => cutOffEntry(row, viewer)) ?? []),
        ]
      : [];
  const { view: timeline, ...drawn } = drawTimeline(
    { events, containerNumbers, status, bookedAt: parseWire(shipment.dates.booking)?.at, further },
    viewer,
  );
  const reached = reachedOf({ ...shipment, containerNumbers });
  const due = dueOf({ ...shipment, containerNumbers });
  const freeTime =
    visit.offers(shipmentFreeTime) && containerNumbers.length > 0
      ? {
          path: href("/shipments/freeTime/:id", { id }),
          label: t("free-time:link"),
          summary: freeTimeSummary(visit, shipment.freeTime),
        }
      : null;
  const head = headOf(shipment, { ...drawn, reached, due }, viewer, {
    origin: originOf(visit.site, { origin }),
    canPublish,
    freeTime,
  });
  // Above the tabs it stands with the first day in words.
  const isInBand = head.band.some(({ link }) => link !== null);
  return {
    head,
    tab,
    tabs: detailTabs.map((each) => ({
      tab: each,
      label: t(`shipments:detail.tabs.${each}`),
      count: each === "documents" ? shipment.documents.length : 0,
    })),
    tabsLabel: t("shipments:detail.tabs.label"),
    followLabel: t(shipment.isFollowed ? "shipments:detail.unfollow" : "shipments:detail.follow"),
    overview:
      tab === "overview"
        ? {
            title: t("shipments:detail.milestones"),
            // Above the tabs it stands with what to do about it.
            timeline: head.silence ? { ...timeline, news: null } : timeline,
            map: visit.offers(shipmentRoute)
              ? { ...panelOf(visit, id, head.journey), path: href("/shipments/map/:id", { id }) }
              : null,
            facts: {
              title: t("shipments:detail.facts.short"),
              facts: shortFacts(shipment, viewer, isInBand ? null : freeTime),
            },
            all: allOf(factsOf(shipment, viewer), datesView(shipment, { reached, due }, viewer), t),
          }
        : null,
    cargo: tab === "cargo" ? cargoView(shipment, viewer) : null,
    documents: tab === "documents" ? documentsOf(shipment, canDownload, t) : null,
  };
}

function allOf(facts: FactGroup[], dates: DatesView, t: Translate): OverviewView["all"] {
  const groups = [...facts.map((group) => group.facts), ...dates.groups.map(({ rows }) => rows)];
  const count = groups.reduce((sum, { length }) => sum + length, 0);
  return { summary: t("shipments:detail.all", { count }), facts, dates };
}

interface FactGroup {
  title: string;
  facts: Fact[];
}

/** From whom, to whom, carried by what, how much of it, and under which numbers. */
function shortFacts(
  shipment: ShipmentDetailData,
  { t, language }: Viewer,
  freeTime: FreeTimeLine | null,
): Fact[] {
  const { mode, booking, estimatedCharges } = shipment;
  const number = (value: string | number | null) => formatNumber(value, language);
  const unit = (value: string | null, name: string) => (value ? `${value} ${name}` : "");
  const list = (values: readonly string[]) => cutCommaList([...new Set(values)].join(", ")).shown;
  const carriedBy =
    mode === "AIR"
      ? shipment.flightNumber
      : list([shipment.vessel, shipment.voyage].filter((each) => each !== null));
  const cargo = [
    [number(shipment.pieces), packageTypeLabel(t, shipment.packageType)].filter(Boolean).join(" "),
    unit(number(shipment.grossWeightKg), "kg"),
    unit(number(shipment.volumeCbm), "m³"),
  ];
  const { masterNumber, masterWarning } = masterOf(shipment, t);
  const facts: (Fact | [string, string | null])[] = [
    [t("shipments:detail.from"), shipment.shipperName],
    [t("shipments:detail.to"), shipment.consigneeName],
    [t("shipments:detail.field.carrier"), shipment.carrierName],
    [t(`shipments:detail.field.${mode === "AIR" ? "flightNumber" : "vessel"}`), carriedBy],
    [t("shipments:detail.facts.cargo"), cargo.filter(Boolean).join(", ")],
    [t("shipments:detail.field.containers"), list(containerNumbersOf(shipment))],
    { label: t("shipments:detail.field.masterNumber"), value: masterNumber ?? "", warning: masterWarning },
    [t("shipments:detail.field.poNumber"), list(shipment.orderLines.map(({ poNumber }) => poNumber))],
    {
      label: t("shipments:detail.booking"),
      value: booking?.bookingNumber ?? "",
      href: booking?.id ? href("/shipments/bookingDetail/:id", { id: booking.id }) : null,
    },
    [
      t("shipments:detail.estimatedCharges"),
      estimatedCharges ? formatMoney(estimatedCharges.amount, estimatedCharges.currency, language) : null,
    ],
    ...(freeTime
      ? [{ label: t("shipments:detail.freeTime"), value: freeTime.label, href: freeTime.path }]
      : []),
  ];
  return facts
    .map((fact) => (Array.isArray(fact) ? { label: fact[0], value: fact[1] ?? "" } : fact))
    .filter(({ value }) => value !== "");
}

/** An air waybill number is formatted in groups, with a warning when its check digit is wrong. */
function masterOf(
  { mode, masterNumber }: ShipmentDetailData,
  t: Translate,
): { masterNumber: string | null; masterWarning: string | null } {
  if (mode !== "AIR" || masterNumber === null) return { masterNumber, masterWarning: null };
  const waybill = checkAirWaybill(masterNumber);
  return {
    masterNumber: formatAirWaybill(masterNumber),
    masterWarning:
      waybill.status === "wrong-digit"
        ? t("shipments:detail.awbWrongDigit", { expected: waybill.expected })
        : null,
  };
}

function factsOf(shipment: ShipmentDetailData, viewer: Viewer): FactGroup[] {
  const { t, language } = viewer;
  const field = (name: FieldName) => t(`shipments:detail.field.${name}`);
  const facts = (
    title: Exclude<FactTitle, "short">,
    entries: [FieldName, string | null | undefined, string?][],
  ) => ({
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
