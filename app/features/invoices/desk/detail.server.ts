import { href } from "react-router";
import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type LogView, logView } from "#app/components/operation-log.server.ts";
import type { InvoiceDetailData } from "#app/contract/invoice.ts";
import { TAKE_BACK_REASON_MAX } from "#app/contract/invoice-code.ts";
import { invoiceDesk } from "#app/contract/invoice-desk.ts";
import { chargeName } from "#app/lib/charge-names.ts";
import { formatDay, WIRE_ZONE } from "#app/lib/date-time.ts";
import { compare } from "#app/lib/decimal.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { InvoiceView } from "../detail.server.ts";
import type { DisputeView } from "../dispute.server.ts";
import { lineName } from "../words.server.ts";
import type { DeskField, DeskFormView } from "./form.ts";

export type DeskInvoice = z.output<typeof invoiceDesk.response>;

export interface DeskDetailView {
  version: string;
  reasons: { title: string; rows: string[] };
  refunds: { title: string; rows: string[] };
  forms: DeskFormView[];
  log: LogView;
}

export const readDeskInvoice = (visit: Visit, id: string): Promise<DeskInvoice> =>
  visit.read(invoiceDesk, { id });

/** The desk's page of the invoice that a link of the customer's view names; other links stay. */
const own = (link: string) => {
  const id = link.split("/").at(-1) ?? "";
  return link === href("/billing/detail/:id", { id }) ? deskInvoiceHref(id) : link;
};

/** Links of the customer's view lead to the desk's pages. */
export function forDesk({ facts, settled, ...view }: InvoiceView): InvoiceView {
  return {
    ...view,
    facts: facts.map((fact) => ({ ...fact, href: fact.href && own(fact.href) })),
    settled: settled && {
      ...settled,
      rows: settled.rows.map((row) => ({ ...row, href: row.href && own(row.href) })),
    },
  };
}

/** Like `forDesk`. */
export const disputesForDesk = ({ rows, ...view }: DisputeView): DisputeView => ({
  ...view,
  rows: rows.map((row) => ({ ...row, credit: row.credit && { ...row.credit, href: own(row.credit.href) } })),
});

/** What only the desk sees of an invoice, and what it can do. */
export function deskDetail(visit: Visit, invoice: InvoiceDetailData, desk: DeskInvoice): DeskDetailView {
  const { t, language } = visit;
  const lineOf = (id: string | null) => lineName(language, invoice.lines, id);
  const money = moneyOf(visit, invoice);
  return {
    version: desk.version,
    reasons: {
      title: t("invoice-desk:reasons"),
      rows: desk.reasons.map(({ lineId, charge, reason }) => `${lineOf(lineId) ?? charge}: ${reason}`),
    },
    refunds: {
      title: t("invoice-desk:refunds"),
      rows: desk.refunds.map(({ on, reference, amount, by }) =>
        t("invoice-desk:refund", { day: on, reference, amount: money(amount), by }),
      ),
    },
    forms: [
      ...disputeForms(visit, invoice),
      ...payForm(visit, invoice, desk),
      ...unallocatedForms(visit, invoice, desk),
      ...creditForm(visit, invoice, desk),
      ...takeBackForms(visit, invoice, desk),
    ],
    log: logView(desk.log, { t, zone: visit.zone }),
  };
}

const moneyOf = ({ language }: Visit, { amount: { currency } }: InvoiceDetailData) => {
  return (amount: string) => formatMoney(amount, currency, language) ?? amount;
};

export const field = (parts: Pick<DeskField, "name" | "label"> & Partial<DeskField>): DeskField => ({
  type: "text",
  value: "",
  hint: null,
  max: 100,
  choices: [],
  ...parts,
});
const today = () => formatDay(new Date(), WIRE_ZONE) ?? "";

function disputeForms(visit: Visit, invoice: InvoiceDetailData): DeskFormView[] {
  const { t, language } = visit;
  const money = moneyOf(visit, invoice);
  const waiting = invoice.disputes.filter(({ state }) => state === "OPEN" || state === "ACCEPTED");
  return waiting.map(({ id, lineId, state }) => {
    const line = invoice.lines.find((each) => each.id === lineId);
    const decisions =
      state === "OPEN" ? (["CREDITED", "ACCEPTED", "REFUSED", "ASK"] as const) : (["CREDITED"] as const);
    return {
      id: `decide-${id}`,
      title: t("invoice-desk:do.decide", { line: line ? chargeName(line.description, language) : "" }),
      intro: null,
      fields: [
        field({
          name: "decision",
          label: t("invoice-desk:do.decision"),
          type: "choice",
          choices: [
            ...(state === "OPEN" ? [["", ""] as [string, string]] : []),
            ...decisions.map((each): [string, string] => [each, t(`invoice-desk:do.decisions.${each}`)]),
          ],
        }),
        field({
          name: "creditNet",
          type: "decimal",
          value: line?.net ?? "",
          label: t("invoice-desk:do.creditNet", { net: line ? money(line.net) : "" }),
          hint: t("invoice-desk:do.creditNetHint"),
        }),
        field({ name: "text", label: t("invoice-desk:do.text"), type: "textarea", max: 1_000 }),
      ],
      submit: t("invoice-desk:do.send.decide"),
    };
  });
}

function payForm(visit: Visit, invoice: InvoiceDetailData, desk: DeskInvoice): DeskFormView[] {
  if (invoice.kind !== "INVOICE") return [];
  const { t } = visit;
  const money = moneyOf(visit, invoice);
  const left = invoice.outstanding ?? "0";
  const isOpen = compare(left, 0) > 0;
  return [
    {
      id: "pay",
      title: t("invoice-desk:do.pay"),
      intro: t("invoice-desk:do.rest"),
      fields: [
        field({
          name: "amount",
          label: t("invoice-desk:do.amount"),
          type: "decimal",
          value: isOpen ? left : "",
        }),
        field({ name: "paidOn", label: t("invoice-desk:do.paidOn"), type: "date", value: today() }),
        field({ name: "reference", label: t("invoice-desk:do.reference") }),
        ...(isOpen
          ? [
              field({
                name: `part-${invoice.id}`,
                type: "decimal",
                value: left,
                label: t("invoice-desk:do.thisInvoice", { left: money(left) }),
              }),
            ]
          : []),
        ...otherParts(visit, invoice, desk),
      ],
      submit: t("invoice-desk:do.send.pay"),
    },
  ];
}

const otherParts = (visit: Visit, invoice: InvoiceDetailData, desk: DeskInvoice): DeskField[] =>
  desk.open.map(({ id, invoiceNumber, left }) =>
    field({
      name: `part-${id}`,
      type: "decimal",
      label: visit.t("invoice-desk:do.otherInvoice", {
        number: invoiceNumber,
        left: moneyOf(visit, invoice)(left),
      }),
    }),
  );

function unallocatedForms(visit: Visit, invoice: InvoiceDetailData, desk: DeskInvoice): DeskFormView[] {
  const { t } = visit;
  const money = moneyOf(visit, invoice);
  const outstanding = invoice.kind === "INVOICE" ? (invoice.outstanding ?? "0") : "0";
  const isOpen = compare(outstanding, 0) > 0;
  return desk.unallocated.flatMap((source) => {
    const words = {
      kind: t(`invoice-desk:do.kind.${source.kind}`),
      reference: source.reference,
      on: source.on,
      left: money(source.left),
    };
    const most = compare(source.left, outstanding) > 0 ? outstanding : source.left;
    const name = `${source.kind}-${source.id}`;
    const parts = [
      ...(isOpen
        ? [
            field({
              name: `part-${invoice.id}`,
              type: "decimal",
              value: most,
              label: t("invoice-desk:do.thisInvoice", { left: money(outstanding) }),
            }),
          ]
        : []),
      ...otherParts(visit, invoice, desk),
    ];
    return [
      ...(parts.length > 0
        ? [
            {
              id: `allocate-${name}`,
              title: t("invoice-desk:do.allocate", words),
              intro: null,
              fields: parts,
              submit: t("invoice-desk:do.send.allocate"),
            },
          ]
        : []),
      {
        id: `refund-${name}`,
        title: t("invoice-desk:do.refund", words),
        intro: null,
        fields: [
          field({ name: "amount", label: t("invoice-desk:do.amount"), type: "decimal", value: source.left }),
          field({ name: "refundedOn", label: t("invoice-desk:do.refundedOn"), type: "date", value: today() }),
          field({ name: "reference", label: t("invoice-desk:do.reference") }),
        ],
        submit: t("invoice-desk:do.send.refund"),
      },
    ];
  });
}

function creditForm(visit: Visit, invoice: InvoiceDetailData, desk: DeskInvoice): DeskFormView[] {
  if (invoice.kind !== "INVOICE" || compare(desk.creditable, 0) <= 0) return [];
  const { t, language } = visit;
  const money = moneyOf(visit, invoice);
  return [
    {
      id: "credit",
      title: t("invoice-desk:do.credit"),
      intro: t("invoice-desk:do.creditIntro", { left: money(desk.creditable) }),
      fields: [
        ...invoice.lines.map((line) =>
          field({
            name: `net-${line.id}`,
            type: "decimal",
            label: t("invoice-desk:do.creditLine", {
              line: chargeName(line.description, language),
              net: money(line.net),
            }),
          }),
        ),
        field({ name: "note", label: t("invoice-desk:do.creditNote"), type: "textarea", max: 2_000 }),
      ],
      submit: t("invoice-desk:do.send.credit"),
    },
  ];
}

const takeBackForms = (visit: Visit, invoice: InvoiceDetailData, desk: DeskInvoice): DeskFormView[] =>
  desk.allocations.map(({ id, kind, reference, on, amount }) => ({
    id: `takeBack-${id}`,
    title: visit.t("invoice-desk:do.takeBack", {
      kind: visit.t(`invoice-desk:do.kind.${kind}`),
      reference,
      on,
      amount: moneyOf(visit, invoice)(amount),
    }),
    intro: visit.t("invoice-desk:do.takeBackIntro"),
    fields: [
      field({
        name: "reason",
        label: visit.t("invoice-desk:do.takeBackReason"),
        type: "textarea",
        max: TAKE_BACK_REASON_MAX,
      }),
    ],
    submit: visit.t("invoice-desk:do.send.takeBack"),
  }));

export const deskInvoiceHref = (id: string) => href("/freightForwarder/invoice/:id", { id });
