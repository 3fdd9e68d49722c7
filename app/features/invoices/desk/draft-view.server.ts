import { href } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import { invoiceBillable } from "#app/contract/invoice-draft.ts";
import { add, compare, multiply } from "#app/lib/decimal.ts";
import type { Line } from "#app/lib/moment.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { Proposal } from "./draft.server.ts";
import { type CheckView, checkView } from "./draft-check.server.ts";
import { clockText, type DraftFields, draftFields, type LineRow } from "./draft-fields.ts";
import { requiredInDraft } from "./draft-schema.server.ts";

type FactName = "company" | "terms" | "freight" | "booking" | "quote" | "saved" | "others";

export interface DraftView {
  title: string;
  /** Null before it is saved. */
  version: number | null;
  /** What it is now, when nothing can be done with it any more. */
  ended: { isIssued: boolean; href: string | null } | null;
  facts: { name: FactName; value: Line; links: { text: string; href: string }[] }[];
  fields: DraftFields;
  required: string[];
  check: CheckView;
  /** Whether there is a quote in its currency to compare with. */
  isCompared: boolean;
  clocks: { key: string; text: string; row: LineRow | null; note: string | null }[];
  log: LogView | null;
}

/** The form of a draft, or of what one starts from. */
export function draftView(visit: Visit, proposal: Proposal, termsHref: string): DraftView {
  const { t } = visit;
  const { draft, company, content, quote } = proposal;
  const ended = draft && draft.state !== "DRAFT" ? draft : null;
  return {
    title: draft
      ? t("invoice-desk:title.draft", { id: draft.id, company: company.name })
      : t("invoice-desk:title.add", { company: company.name }),
    version: draft?.version ?? null,
    ended: ended && {
      isIssued: ended.state === "ISSUED",
      href: ended.invoiceId && href("/freightForwarder/invoice/:id", { id: ended.invoiceId }),
    },
    facts: factsOf(visit, proposal, termsHref),
    fields: draftFields(content),
    required: requiredInDraft(t),
    check: checkView(visit, content, proposal.check),
    isCompared: quote?.currency === content.currency,
    clocks: clocksOf(visit, proposal),
    log: draft && logView(proposal.log, { t, zone: visit.zone }),
  };
}

function factsOf(visit: Visit, proposal: Proposal, termsHref: string): DraftView["facts"] {
  const { t, language } = visit;
  const { draft, company, houseNumber, shipmentId, bookingNumber, quote, others } = proposal;
  const fact = (name: FactName, value: Line | null, links: { text: string; href: string }[] = []) =>
    value === null && links.length === 0 ? [] : [{ name, value: value ?? "", links }];
  return [
    ...fact("company", company.name),
    ...fact("terms", null, [{ text: t("invoice-desk:fact.termsLink"), href: termsHref }]),
    ...(houseNumber && shipmentId
      ? fact("freight", null, [
          { text: houseNumber, href: href("/shipments/detail/:id", { id: shipmentId }) },
        ])
      : []),
    ...fact("booking", bookingNumber),
    ...fact(
      "quote",
      quote ? null : t("invoice-desk:fact.noQuote"),
      quote ? [{ text: quote.quoteNumber, href: `${href("/quote/detail")}?id=${quote.id}` }] : [],
    ),
    ...(draft
      ? fact(
          "saved",
          visit.dated(draft.savedAt, (time) => `${draft.savedBy}, ${time}`),
        )
      : []),
    ...fact(
      "others",
      null,
      others.map(({ id, number, total }) => ({
        text: `${number ?? t("invoice-desk:draftNumber", { id })} (${formatMoney(total.amount, total.currency, language)})`,
        href: number
          ? href("/freightForwarder/invoice/:id", { id })
          : `${href("/freightForwarder/invoiceAdd")}?id=${id}`,
      })),
    ),
  ];
}

function clocksOf({ t, language }: Visit, { clocks, content }: Proposal): DraftView["clocks"] {
  return clocks.map(({ clock, currency, isBilled, ...line }, index) => {
    const type = clock?.type ?? "DEM";
    const text = clockText(clock);
    const isHere = content.lines.some((each) => clockText(each.clock) === text);
    const isOther = currency !== content.currency;
    return {
      key: String(index),
      text: t("invoice-desk:clock", {
        container: clock?.containerNumber ?? "",
        name: t(`invoice-desk:clockName.${type}`),
        days: clock?.days ?? 0,
        from: clock?.from ?? "",
        to: clock?.to ?? "",
        amount: formatMoney(amountOf(line), currency, language) ?? "",
      }),
      row:
        isBilled || isHere || isOther
          ? null
          : {
              chargeCode: line.chargeCode ?? "",
              description: line.description,
              unit: line.unit,
              quantity: line.quantity,
              unitPrice: line.unitPrice,
              discountPercent: "0",
              taxPercent: "0",
              clock: text,
              reason: t(`invoice-desk:clockName.${type}`),
            },
      note:
        isBilled || isHere
          ? t("invoice-desk:billed")
          : isOther
            ? t("invoice-desk:otherCurrency", { currency })
            : null,
    };
  });
}

const amountOf = ({ quantity, unitPrice }: { quantity: string; unitPrice: string }) =>
  compare(quantity, 1) === 0 ? add(unitPrice) : multiply(quantity, unitPrice);

export interface ChooseView {
  title: string;
  keyword: string;
  rows: { key: string; href: string; cells: string[] }[];
}

/** Freight to choose from: by its number, or what is booked from a quote and not billed. */
export async function chooseView(visit: Visit, search: URLSearchParams): Promise<ChooseView> {
  const { t } = visit;
  const keyword = (search.get("number") ?? "").trim().slice(0, 100);
  const { rows } = await visit.read(invoiceBillable, keyword ? { keyword } : {});
  const add = href("/freightForwarder/invoiceAdd");
  return {
    title: t("invoice-desk:title.choose"),
    keyword,
    rows: rows.map((row, index) => ({
      key: String(index),
      href: row.shipmentId ? `${add}?shipment=${row.shipmentId}` : `${add}?booking=${row.bookingId}`,
      cells: [
        row.houseNumber ?? row.bookingNumber ?? "",
        row.company,
        row.bookingNumber ?? "",
        row.quoteNumber ?? "",
        t("invoice-desk:choose.counts", { invoices: row.invoices, drafts: row.drafts }),
      ],
    })),
  };
}
