import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeStarts, freeTimeTypes } from "./free-time-code.ts";
import {
  ageingBuckets,
  chargeReasons,
  disputeReasons,
  disputeStates,
  invoiceKinds,
  invoiceSortKeys,
  invoiceStatuses,
  invoiceViews,
  roundingRules,
} from "./invoice-code.ts";
import { fileRequest, queuedExport, reportFormats } from "./list-file.ts";
import { absentIs, expected } from "./reading.ts";
import {
  cursorPageOf,
  cursorRequest,
  wireDateTime,
  wireDay,
  wireDecimal,
  wireId,
  wireMoney,
} from "./wire.ts";

export const currency = z.string().regex(/^[A-Z]{3}$/);

export const invoiceFilter = z.object({
  view: z.enum(invoiceViews).optional(),
  /** Beginning of an invoice, house or booking number, or words of the title. */
  keyword: z.string().max(100).optional(),
  currency: currency.optional(),
  dateFrom: wireDay.optional(),
  /** Included. */
  dateTo: wireDay.optional(),
  /** Of one shipment, by its house number. */
  houseNumber: z.string().max(50).optional(),
  /** Words of the customer's name, for the desk, who sees all of them. */
  company: z.string().max(100).optional(),
});

export const invoiceSort = z.object({
  sort: z.enum(invoiceSortKeys).default("invoiceDate"),
  direction: z.enum(["asc", "desc"]).default("desc"),
});

/** A line of the list of invoices (product 3.7). */
export const invoiceRow = z.object({
  id: wireId,
  kind: absentIs(z.enum(invoiceKinds), "INVOICE"),
  title: z.string(),
  houseNumber: z.string().nullable(),
  /** Null: the caller may not open it. */
  shipmentId: wireId.nullish(),
  invoiceDate: wireDay,
  dueDate: wireDay.nullable(),
  invoiceNumber: z.string(),
  amount: wireMoney,
  status: z.enum(invoiceStatuses),
  bookingNumber: z.string().nullable(),
  /** What is left to pay; of a credit note, what is not set off. */
  outstanding: expected(wireDecimal),
  /** Days past the due date while something is left to pay. */
  daysOver: z.number().int().nullish(),
  hasOpenDispute: absentIs(z.boolean(), false),
  /** The invoice of a credit note. */
  credited: z.object({ id: wireId, invoiceNumber: z.string() }).nullish(),
  /** The customer's name, for the desk. */
  company: z.string().nullish(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

export const invoiceList = endpoint({
  name: "invoice.list",
  summary: "Invoices and credit notes of the caller's company, a page of them, with counts by view",
  neededBy: ["/freightForwarder/invoices", "/billing/index"],
  path: "/invoice/list",
  body: "json",
  request: invoiceFilter.extend(invoiceSort.shape).extend(cursorRequest),
  response: cursorPageOf(invoiceRow).extend({
    counts: absentIs(z.record(z.enum(invoiceViews), z.number().int()), {} as never),
    currencies: absentIs(z.array(currency), []),
  }),
});

const ageing = z.object({
  currency,
  /** What is left to pay by days past the due date. */
  buckets: z.record(z.enum(ageingBuckets), wireDecimal),
  /** Payments and credit notes that are not set off against an invoice. */
  unallocated: wireDecimal,
  /** The buckets less what is unallocated. */
  outstanding: wireDecimal,
});

export const invoiceAgeing = endpoint({
  name: "invoice.ageing",
  summary: "What is left to pay by age and currency, today or as of a past day",
  neededBy: ["/billing/statement"],
  usedBy: ["/billing/index"],
  path: "/invoice/ageing",
  body: "json",
  request: z.object({ asOf: wireDay.optional() }),
  response: z.object({ asOf: wireDay, currencies: z.array(ageing) }),
});

export const invoiceLine = z.object({
  id: wireId,
  chargeCode: z.string().nullable(),
  description: z.string(),
  unit: z.string(),
  quantity: wireDecimal,
  unitPrice: wireDecimal,
  discountPercent: wireDecimal,
  taxPercent: wireDecimal,
  net: wireDecimal,
  tax: wireDecimal,
  containerNumber: z.string().nullable(),
});

const settlement = z.object({
  kind: z.enum(["PAYMENT", "CREDIT_NOTE"]),
  /** Number of the credit note, or the payment's reference. */
  reference: z.string(),
  creditNoteId: wireId.nullable(),
  amount: wireDecimal,
  on: wireDay,
  /** It counts no more from this day on. */
  takenBackOn: wireDay.nullish(),
});

const invoiceDispute = z.object({
  id: wireId,
  lineId: wireId,
  state: z.enum(disputeStates),
  reason: z.enum(disputeReasons),
  body: z.string(),
  openedBy: z.string(),
  openedAt: wireDateTime,
  answerBy: wireDateTime,
  decidedBy: z.string().nullable(),
  decidedAt: wireDateTime.nullable(),
  note: z.string(),
  creditNote: z.object({ id: wireId, invoiceNumber: z.string() }).nullable(),
});

export const invoiceDetailData = invoiceRow.extend({
  rounding: z.enum(roundingRules),
  net: wireDecimal,
  tax: wireDecimal,
  note: z.string(),
  lines: z.array(invoiceLine),
  taxes: z.array(z.object({ percent: wireDecimal, base: wireDecimal, tax: wireDecimal })),
  /** The sums by a recount of the lines, when one of them differs from the issuer's. */
  recount: z.object({ net: wireDecimal, tax: wireDecimal, total: wireDecimal }).nullable(),
  settlements: z.array(settlement),
  /** Those of the invoice. */
  creditNotes: z.array(z.object({ id: wireId, invoiceNumber: z.string(), amount: wireDecimal, on: wireDay })),
  disputes: absentIs(z.array(invoiceDispute), []),
});
export type InvoiceDetailData = z.infer<typeof invoiceDetailData>;

export const invoiceDetail = endpoint({
  name: "invoice.detail",
  summary: "One invoice with its lines, taxes and what has settled it",
  neededBy: ["/freightForwarder/invoice", "/billing/detail"],
  path: "/invoice/detail",
  request: z.object({ id: wireId }),
  response: invoiceDetailData,
});

export const invoiceFile = endpoint({
  name: "invoice.file",
  summary: "An invoice or credit note as PDF; needs INVOICE_DOWNLOAD",
  usedBy: ["/freightForwarder/invoice", "/billing/detail"],
  path: "/invoice/file",
  answer: "file",
  retries: 0,
  request: z.object({ id: wireId }),
  response: z.any(),
});

export const invoiceExport = endpoint({
  name: "invoice.export",
  summary: "The filtered list of invoices as a spreadsheet or CSV, streamed; needs INVOICE_DOWNLOAD",
  usedBy: ["/billing/index"],
  path: "/invoice/export",
  body: "json",
  answer: "file",
  retries: 0,
  request: invoiceFilter.extend(invoiceSort.shape).extend(fileRequest),
  response: queuedExport,
});

const statementRequest = z.object({ from: wireDay, to: wireDay, currency });

export const invoiceStatement = endpoint({
  name: "invoice.statement",
  summary:
    "Statement of account: what was open before a period, each document and payment in it, what is open after it",
  neededBy: ["/billing/statement"],
  path: "/invoice/statement",
  body: "json",
  request: statementRequest,
  response: z.object({
    opening: wireDecimal,
    entries: z.array(
      z.object({
        kind: z.enum(["INVOICE", "CREDIT_NOTE", "PAYMENT", "REFUND"]),
        on: wireDay,
        reference: z.string(),
        invoiceId: wireId.nullable(),
        dueDate: wireDay.nullable(),
        /** Negative for credit notes and payments. */
        amount: wireDecimal,
        balance: wireDecimal,
      }),
    ),
    closing: wireDecimal,
  }),
});

export const invoiceStatementFile = endpoint({
  name: "invoice.statementFile",
  summary: "The statement of account as PDF, spreadsheet or CSV; needs INVOICE_DOWNLOAD",
  usedBy: ["/billing/statement"],
  path: "/invoice/statementFile",
  body: "json",
  answer: "file",
  retries: 0,
  request: statementRequest.extend({ format: z.enum(reportFormats).default("pdf") }),
  response: z.any(),
});

/** What the amount of a charge is made of; a quantity is negative in a credit note. */
export const comparedFigures = z.object({
  unit: z.string(),
  quantity: wireDecimal.nullable(),
  price: wireDecimal.nullable(),
  discountPercent: absentIs(wireDecimal.nullable(), null),
  amount: wireDecimal,
});

const comparedLine = comparedFigures.extend({
  invoiceId: wireId.nullable(),
  invoiceNumber: z.string().nullable(),
  lineId: wireId.nullable(),
  description: z.string(),
});

/** What was quoted for a shipment against what is billed for it, in one currency. */
export const invoiceComparison = endpoint({
  name: "invoice.comparison",
  summary: "Quote against invoices of a shipment, line by line; needs SHIPMENT_CHARGES",
  usedBy: ["/freightForwarder/invoice", "/billing/detail"],
  path: "/invoice/comparison",
  request: z.object({ id: wireId }),
  response: z.object({
    /** Null: the invoice belongs to no quote that is known. */
    quote: z.object({ id: wireId, quoteNumber: z.string(), currency }).nullable(),
    currency,
    pairs: z.array(
      z.object({
        chargeCode: z.string().nullable(),
        quoted: z.array(comparedLine),
        billed: z.array(comparedLine),
        quotedAmount: wireDecimal,
        billedAmount: wireDecimal,
        difference: wireDecimal,
        reason: z.enum(chargeReasons).nullable(),
      }),
    ),
    quoted: wireDecimal,
    billed: wireDecimal,
    difference: wireDecimal,
    clocks: z.array(
      z.object({
        lineId: wireId,
        containerNumber: z.string(),
        type: z.enum(freeTimeTypes),
        billedDays: z.number().int(),
        billedFrom: wireDay,
        billedTo: wireDay,
        /** Null: the events, or the tariff, do not tell. */
        days: z.number().int().nullable(),
        startEvent: z.enum(freeTimeStarts).nullable(),
        startDay: wireDay.nullable(),
        lastFreeDay: wireDay.nullable(),
        endedOn: wireDay.nullable(),
        tariffCode: z.string().nullable(),
      }),
    ),
  }),
});

export const disputeOpen = endpoint({
  name: "dispute.open",
  summary: "Dispute a line of an invoice; this writes to the billing conversation and names the line",
  usedBy: ["/billing/detail"],
  path: "/dispute/open",
  body: "json",
  isWrite: true,
  request: z.object({
    invoiceId: wireId,
    lineId: wireId,
    reason: z.enum(disputeReasons),
    body: z.string().trim().min(1).max(1_000),
  }),
  response: z.object({ id: wireId }),
});
