import { href, redirect } from "react-router";
import type { Visit } from "#app/access/visit.server.ts";
import type { ListRow } from "#app/components/list/list-rows.tsx";
import { type InvoiceDetailData, invoiceDetail, invoiceFile } from "#app/contract/invoice.ts";
import { shipmentDetail } from "#app/contract/shipment.ts";
import { addressId } from "#app/contract/wire.ts";
import { chargeName, unitName } from "#app/lib/charge-names.ts";
import { formatMoney, formatNumber, formatUnitPrice } from "#app/lib/money.ts";
import { badgeOf, dueText } from "./words.server.ts";

/** Decimals of a quantity or a percentage. */
const MOST_DECIMALS = 6;

export interface Sheet {
  heads: string[];
  rows: { key: string; cells: string[] }[];
}

export interface InvoiceView {
  title: string;
  badge: { status: ListRow["status"]; label: string };
  amount: string;
  due: ListRow["notice"];
  facts: { label: string; value: string; href: string | null }[];
  lines: Sheet & { title: string };
  sums: { label: string; value: string }[];
  /** When the issuer's sums are not those of the lines. */
  recount: string | null;
  /** Null for a credit note. */
  settled: { title: string; rows: { key: string; text: string; href: string | null }[]; none: string } | null;
  file: { href: string; label: string } | null;
}

/** Reads an invoice. @throws redirect to 404 for what cannot be an id */
export async function readInvoice(visit: Visit, id: string): Promise<InvoiceDetailData> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.read(invoiceDetail, { id });
}

/** The page of an invoice. `may`: what the person's role and company allow. */
export function invoiceView(
  visit: Visit,
  invoice: InvoiceDetailData,
  may: { download: boolean; openShipment: boolean },
): InvoiceView {
  const { t, language } = visit;
  const { currency } = invoice.amount;
  const money = (amount: string) => formatMoney(amount, currency, language) ?? amount;
  const isCredit = invoice.kind === "CREDIT_NOTE";
  const { status, label } = badgeOf(visit, invoice);
  return {
    title: t(isCredit ? "billing:title.credit" : "billing:title.detail", { number: invoice.invoiceNumber }),
    badge: { status, label },
    amount: money(invoice.amount.amount),
    due: dueText(visit, invoice),
    facts: factsOf(visit, invoice, may.openShipment),
    lines: { title: t("billing:lines.title"), ...linesOf(visit, invoice) },
    sums: [
      { label: t("billing:lines.net"), value: money(invoice.net) },
      ...invoice.taxes.map(({ percent, base, tax }) => ({
        label: t("billing:lines.taxRate", {
          percent: formatNumber(percent, language) ?? percent,
          base: money(base),
        }),
        value: money(tax),
      })),
      { label: t("billing:lines.tax"), value: money(invoice.tax) },
      { label: t("billing:lines.total"), value: money(invoice.amount.amount) },
      ...(invoice.outstanding !== null && !isCredit
        ? [{ label: t("billing:lines.outstanding"), value: money(invoice.outstanding) }]
        : []),
    ],
    recount: invoice.recount
      ? t("billing:recount", {
          net: money(invoice.recount.net),
          tax: money(invoice.recount.tax),
          total: money(invoice.recount.total),
        })
      : null,
    settled:
      invoice.kind === "CREDIT_NOTE"
        ? null
        : {
            title: t("billing:settled.title"),
            none: t("billing:settled.none"),
            rows: invoice.settlements.map(
              ({ kind, reference, creditNoteId, amount, on, takenBackOn }, index) => {
                const settled = t(kind === "PAYMENT" ? "billing:settled.payment" : "billing:settled.credit", {
                  reference,
                  day: on,
                  amount: money(amount),
                });
                return {
                  key: String(index),
                  text: takenBackOn ? t("billing:settled.takenBack", { settled, day: takenBackOn }) : settled,
                  href: creditNoteId ? href("/billing/detail/:id", { id: creditNoteId }) : null,
                };
              },
            ),
          },
    file:
      may.download && visit.offers(invoiceFile)
        ? { href: href("/billing/file/:id", { id: invoice.id }), label: t("billing:pdf") }
        : null,
  };
}

function factsOf(visit: Visit, invoice: InvoiceDetailData, mayOpenShipment: boolean): InvoiceView["facts"] {
  const { t } = visit;
  const fact = (
    name: "title" | "invoiceDate" | "dueDate" | "house" | "booking" | "rounding" | "credited" | "note",
    value: string | null | undefined,
    link: string | null = null,
  ) => (value ? [{ label: t(`billing:facts.${name}`), value, href: link }] : []);
  const shipment =
    mayOpenShipment && invoice.shipmentId && visit.offers(shipmentDetail)
      ? href("/shipments/detail/:id", { id: invoice.shipmentId })
      : null;
  return [
    ...fact("title", invoice.title),
    ...fact("invoiceDate", invoice.invoiceDate),
    ...fact("dueDate", invoice.dueDate),
    ...fact("house", invoice.houseNumber, shipment),
    ...fact("booking", invoice.bookingNumber),
    ...fact(
      "credited",
      invoice.credited?.invoiceNumber,
      invoice.credited && href("/billing/detail/:id", { id: invoice.credited.id }),
    ),
    ...fact("rounding", t(`billing:rounding.${invoice.rounding}`)),
    ...fact("note", invoice.note),
  ];
}

/** The first names its row: every charge has a description, and not every one a code. */
const lineColumns = ["description", "code", "quantity", "price", "discount", "tax", "net"] as const;

function linesOf({ t, language }: Visit, { lines, amount: { currency } }: InvoiceDetailData): Sheet {
  const percent = (value: string) =>
    value === "0" ? "" : `${formatNumber(value, language, MOST_DECIMALS)} %`;
  return {
    heads: lineColumns.map((column) => t(`billing:lines.column.${column}`)),
    rows: lines.map((line) => ({
      key: line.id,
      cells: [
        [chargeName(line.description, language), line.containerNumber].filter(Boolean).join(", "),
        line.chargeCode ?? "",
        [formatNumber(line.quantity, language, MOST_DECIMALS), unitName(line.unit, language)]
          .filter(Boolean)
          .join(" "),
        formatUnitPrice(line.unitPrice, currency, language) ?? "",
        percent(line.discountPercent),
        percent(line.taxPercent),
        formatMoney(line.net, currency, language) ?? "",
      ],
    })),
  };
}

/** The PDF of an invoice, streamed. */
export async function invoiceDocument(visit: Visit, id: string): Promise<Response> {
  if (!addressId.safeParse(id).success) throw redirect(href("/404"));
  return visit.file(invoiceFile, { id });
}
