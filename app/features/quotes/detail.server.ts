import { href } from "react-router";
import { withoutUnseenPrices } from "#app/access/charges.ts";
import { hasButton, type Rights } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { explain, type WeightView, weightNotes } from "#app/components/cargo-weight-words.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import {
  DECIMAL_LENGTH,
  type QuoteDetailData,
  type QuotePackage,
  quoteAccept,
  quoteBook,
  quoteDetail,
  quoteReject,
  quoteUpdate,
} from "#app/contract/quote.ts";
import { quoteDeskDetail } from "#app/contract/quote-desk.ts";
import { dayToWire, formatDay } from "#app/lib/date-time.ts";
import { compare } from "#app/lib/decimal.ts";
import { incotermOf } from "#app/lib/incoterms.ts";
import { aroundTime, type Line } from "#app/lib/moment.ts";
import { formatNumber, formatVolume, formatWeight } from "#app/lib/money.ts";
import { volumeOf, weighPackages } from "#app/lib/package-weight.ts";
import { quoteWarnings } from "#app/lib/quote-check.ts";
import type { QuoteAction, QuoteStatus } from "#app/lib/quote-state.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import { withQuery } from "#app/lib/with-query.ts";
import type { RoutePath } from "#app/route-rules.ts";
import { type ClockView, clockOf, nextTickMs, type QuoteReader, readerOf } from "./clock.server.ts";
import {
  containersText,
  packageKindLabel,
  quoteStatusLabel,
  serviceLabel,
  transportModeLabel,
} from "./labels.server.ts";
import { type OptionsView, optionsOf } from "./option-view.server.ts";
import { ratesOf } from "./request/request.server.ts";

export type Fact = [label: string, text: Line];
export interface LinkView {
  href: string;
  label: string;
  /** Visually hidden label, for readers without the visual context. */
  name?: string;
}

export interface QuoteDetailView {
  id: string;
  version: number;
  /** Shown when the quote has changed while the page was open. */
  newer: { text: string; show: string };
  heading: string;
  status: QuoteStatus;
  statusLabel: string;
  clocks: ClockView[];
  /** Input of `useTick`. */
  ticksInMs: number | null;
  tag: string;
  route: string;
  notes: Line[];
  warnings: string[];
  links: LinkView[];
  reject: LinkView | null;
  booking: { label: string; number: string; href: string | null } | null;
  request: { title: string; facts: Fact[] };
  packages: { title: string; columns: string[]; rows: string[][] };
  weight: { title: string; facts: Fact[]; view: WeightView };
  options: OptionsView;
  log: LogView;
  zoneNote: string;
}

/** URLs of the decisions, each with a confirmation page. */
export const decisionPaths = {
  accept: "/quote/accept",
  reject: "/quote/reject",
  book: "/quote/book",
} as const satisfies Record<string, RoutePath>;

/** One quote in the reader's language, zone and rights. Throws as `visit.read`. */
export async function loadQuoteDetail(
  visit: Visit,
  rights: Rights,
  id: string,
  { now, bookingHref }: { now: Date; bookingHref: (id: string) => string | null },
): Promise<QuoteDetailView> {
  const quote = withoutUnseenPrices(rights, await visit.read(quoteDetail, { id }));
  return quoteDetailView(visit, rights, quote, { now, bookingHref });
}

export function quoteDetailView(
  visit: Visit,
  rights: Rights,
  quote: QuoteDetailData,
  { now, bookingHref }: { now: Date; bookingHref: (id: string) => string | null },
): QuoteDetailView {
  const { t } = visit;
  const { id } = quote;
  const reader = readerOf(visit, now);
  const may = openActions(quote, rights, visit);
  const { request, booking } = quote;
  const lane = quote.lane ?? request;
  const mayRequest = hasButton(rights, ["REQUESTQUOTE"]);
  const link = (label: string, href: string): LinkView => ({ label, href });
  const isUnseen = quote.status === "AWAITING_AUTHORIZATION" && !may.has("accept");
  return {
    id,
    version: quote.version,
    newer: { text: t("quotes:detail.newer"), show: t("quotes:detail.showNewer") },
    heading: t("quotes:detail.heading", { quoteNumber: quote.quoteNumber }),
    status: quote.status,
    statusLabel: quoteStatusLabel(t, quote.status),
    clocks: clocksOf(quote, reader),
    ticksInMs: nextTickMs(
      [quote, ...(quote.options ?? [])].map(({ validUntil }) => ({
        ...quote,
        withdrawnAt: quote.withdrawn?.at,
        validUntil,
        isBooked: booking !== null,
      })),
      now,
    ),
    tag: request.tag,
    route: `${lane.origin} → ${lane.destination}`,
    notes: [
      ...(isUnseen ? [t("quotes:detail.awaiting")] : []),
      ...withdrawnNote(quote, reader),
      ...(quote.rejectReason ? [`${t("quotes:detail.rejectReason")}: ${quote.rejectReason}`] : []),
    ],
    warnings: warningsOf(quote, reader),
    links: [
      ...(rights.isDesk && visit.offers(quoteDeskDetail)
        ? [link(t("quotes:detail.atDesk"), href("/freightForwarder/quote/:id", { id }))]
        : []),
      ...(may.has("update") ? [link(t("quotes:detail.edit"), withQuery(href("/quote/add"), { id }))] : []),
      ...(mayRequest ? [link(t("quotes:detail.again"), withQuery(href("/quote/add"), { from: id }))] : []),
    ],
    reject: may.has("reject")
      ? link(t("quotes:detail.reject"), withQuery(href("/quote/reject"), { id }))
      : null,
    booking: booking && {
      label: t("quotes:detail.booking"),
      number: booking.bookingNumber,
      href: bookingHref(booking.id),
    },
    request: { title: t("quotes:detail.request"), facts: requestFacts(quote, reader) },
    packages: packagesOf(quote, reader),
    weight: weightOf(quote, reader),
    options: optionsOf(quote, reader, may),
    log: logView(quote.log, reader),
    zoneNote: t("clock:times.zone", { zone: visit.clock.zoneName }),
  };
}

function withdrawnNote({ withdrawn }: QuoteDetailData, { t, time }: QuoteReader): Line[] {
  if (!withdrawn) return [];
  const { reason, at } = withdrawn;
  return [aroundTime(time(at), (text) => t("quotes:detail.withdrawn", { time: text, reason }))];
}

const actionCalls: Partial<Record<QuoteAction, Endpoint>> = {
  update: quoteUpdate,
  accept: quoteAccept,
  reject: quoteReject,
  book: quoteBook,
};

/** Actions that both the provider and the portal's guards allow. */
export function openActions(quote: QuoteDetailData, rights: Rights, visit: Visit): Set<QuoteAction> {
  const mayRequest = hasButton(rights, ["REQUESTQUOTE"]);
  const mayBook = mayRequest || hasButton(rights, ["BOOKSHIPMENT"]);
  const isOffered = (action: QuoteAction) => !actionCalls[action] || visit.offers(actionCalls[action]);
  return new Set(
    quote.actions.filter((action) => (action === "book" ? mayBook : mayRequest) && isOffered(action)),
  );
}

function clocksOf(quote: QuoteDetailData, reader: QuoteReader): ClockView[] {
  const clock = clockOf(
    { ...quote, withdrawnAt: quote.withdrawn?.at, isBooked: quote.booking !== null },
    reader,
  );
  if (!clock) return [];
  if (quote.status !== "NEW" || clock.isLate) return [clock];
  const { t, time, stamp } = reader;
  const promise = aroundTime(time(quote.answerBy, "spoken"), (by) =>
    t("quotes:clock.answerFrom", { from: stamp(quote.answerFrom, "spoken"), by }),
  );
  return [clock, { text: promise, isSoon: false, isLate: false }];
}

/** Warnings of a specialist, as long as a decision is open. */
function warningsOf({ request, status }: QuoteDetailData, { t, zone, now }: QuoteReader): string[] {
  const isOver = status === "REJECTED" || status === "EXPIRED";
  const today = formatDay(now, zone) ?? dayToWire(now) ?? "";
  return quoteWarnings(request, today)
    .filter(({ kind }) => kind !== "dayPast" || !isOver)
    .map(({ kind, values }) =>
      (t as unknown as (key: string, values: object) => string)(`freight:warning.${kind}`, values),
    );
}

function requestFacts(quote: QuoteDetailData, { t, time, language }: QuoteReader): Fact[] {
  const { request } = quote;
  const place = (name: string, zip: string) => (zip ? t("quotes:detail.zip", { place: name, zip }) : name);
  const listed = (texts: string[]) => texts.join(language === "zh" ? "、" : ", ");
  const incoterm = incotermOf(request.incoterms);
  const facts: Fact[] = [
    [t("quotes:detail.mode"), transportModeLabel(t, request.freightMode)],
    [t("quotes:detail.service"), serviceLabel(t, request.service)],
    [t("quotes:detail.incoterms"), incoterm ? t(`freight:incoterm.${incoterm}`) : request.incoterms],
    [t("quotes:detail.origin"), place((quote.lane ?? request).origin, request.originZip)],
    [t("quotes:detail.pickup"), isFromDoor(request.service) ? request.pickupLocation : ""],
    [t("quotes:detail.destination"), place((quote.lane ?? request).destination, request.destinationZip)],
    [t("quotes:detail.delivery"), isToDoor(request.service) ? request.deliveryLocation : ""],
    [t("quotes:detail.cargoReadyDate"), request.cargoReadyDate ?? ""],
    [t("quotes:detail.containers"), containersText(request.containers, t)],
    [
      t("quotes:detail.specialGoods"),
      listed(request.specialGoods.map((kind) => t(`freight:specialGoods.${kind}`))),
    ],
    [t("quotes:detail.batteries"), listed(request.batteryTypes.map((type) => t(`freight:battery.${type}`)))],
    [t("quotes:detail.cargoDetails"), request.cargoDetails],
    [t("quotes:detail.requestedBy"), quote.requestedBy],
    [t("quotes:detail.requestedAt"), time(quote.requestedAt)],
  ];
  return facts.filter(([, text]) => text !== "");
}

function packagesOf({ request }: QuoteDetailData, { t, language }: QuoteReader) {
  // As typed, without rounding.
  const number = (value: string) => formatNumber(value, language, DECIMAL_LENGTH) ?? value;
  const sides = ({ length, width, height, dimensionUnit }: QuotePackage) =>
    length !== null && width !== null && height !== null
      ? `${[length, width, height].map(number).join(" × ")} ${t(`freight:unit.${dimensionUnit}`)}`
      : "";
  return {
    title: t("quotes:detail.packages"),
    columns: [
      t("freight:cargo.packageType"),
      t("freight:cargo.pieces"),
      t("quotes:detail.dimension"),
      t("quotes:detail.weight"),
      t("quotes:detail.volume"),
    ],
    rows: request.packages.map((row) => [
      packageKindLabel(t, row.packageType),
      number(String(row.pieces)),
      sides(row),
      `${number(row.weight)} ${t(`freight:unit.${row.weightUnit}`)}`,
      formatVolume(volumeOf(row), language) ?? "",
    ]),
  };
}

/** The totals are the forwarder's; the explanation is ours, and says so when the two differ. */
function weightOf(quote: QuoteDetailData, { t, language }: QuoteReader) {
  const { request, totals } = quote;
  const { explanation } = weighPackages(request.freightMode, request.packages);
  const charged =
    totals.chargeableUnit === "kg"
      ? (formatWeight(totals.chargeable, language) ?? "")
      : t("quotes:detail.tons", { tons: formatNumber(totals.chargeable, language) ?? "" });
  const isOther =
    totals.chargeable !== null &&
    (totals.chargeableUnit !== explanation.unit || compare(totals.chargeable, explanation.chargeable) !== 0);
  const rates = ratesOf(quote.options ?? []);
  const facts: Fact[] = [
    [t("quotes:detail.totalPieces"), formatNumber(totals.pieces, language) ?? ""],
    [t("quotes:detail.weight"), formatWeight(totals.grossKg, language) ?? ""],
    [t("quotes:detail.volume"), formatVolume(totals.volumeCbm, language) ?? ""],
  ];
  return {
    title: t("freight:weight.title"),
    facts,
    view: {
      ...explain(request.freightMode, explanation, t, language),
      notes: [
        ...(isOther ? [t("quotes:detail.otherWeight", { weight: charged })] : []),
        ...weightNotes(request.freightMode, request.packages, explanation, rates, t, language),
      ],
    },
  };
}
