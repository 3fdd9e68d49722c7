import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeTypes } from "./free-time-code.ts";
import { comparedFigures, currency } from "./invoice.ts";
import {
  chargeReasons,
  DRAFT_LINES,
  DRAFT_NOTE_MAX,
  DRAFT_REASON_MAX,
  roundingRules,
} from "./invoice-code.ts";
import { operationLogEntry } from "./quote.ts";
import { essential } from "./reading.ts";
import {
  nothing,
  pageOf,
  pageRequest,
  wireDateTime,
  wireDay,
  wireDecimal,
  wireId,
  wireMoney,
} from "./wire.ts";

/** Invoices that the desk prepares. No customer sees one before it is issued. */

const words = (max: number) => z.string().trim().min(1).max(max);
const factor = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/);
const rate = z.string().regex(/^\d{1,3}(\.\d{1,4})?$/);
const day = z.iso.date().refine((text) => text >= "1990-01-01" && text < "2200-01-01");

export const draftLine = z.object({
  chargeCode: words(20).nullable().default(null),
  description: words(200),
  unit: z.string().trim().max(40).default(""),
  quantity: factor,
  unitPrice: factor,
  discountPercent: rate.default("0"),
  taxPercent: rate.default("0"),
  /** Of demurrage and detention. */
  clock: z
    .object({
      type: z.enum(freeTimeTypes),
      containerNumber: words(20),
      from: day,
      to: day,
      days: z.number().int().min(0).max(3_650),
    })
    .nullable()
    .default(null),
  /** Why it differs from the quote; for the desk alone. */
  reason: z.string().trim().max(DRAFT_REASON_MAX).default(""),
});
export type DraftLine = z.output<typeof draftLine>;

export const draftContent = z.object({
  title: z.string().trim().max(200).default(""),
  currency: essential(currency),
  rounding: z.enum(roundingRules).default("LINE"),
  dueDate: day,
  note: z.string().trim().max(DRAFT_NOTE_MAX).default(""),
  lines: z.array(draftLine).min(1).max(DRAFT_LINES),
  /** Why charges of the quote are not billed. */
  missing: z
    .array(z.object({ charge: words(200), reason: z.string().trim().max(DRAFT_REASON_MAX) }))
    .max(DRAFT_LINES)
    .default([]),
});
export type DraftContent = z.output<typeof draftContent>;

/** What an invoice is for. */
const subject = { shipmentId: wireId.nullish(), bookingId: wireId.nullish() };

const difference = z.object({
  /** The charge code, or the description of a line without one. */
  charge: z.string(),
  description: z.string(),
  quoted: wireDecimal,
  /** With what other invoices of the shipment bill of it. */
  billed: wireDecimal,
  difference: wireDecimal,
  reason: z.enum(chargeReasons),
  /** The lines behind both amounts. */
  figures: z.object({ quoted: z.array(comparedFigures), billed: z.array(comparedFigures) }),
  /** Lines of the draft; none: it is not billed. */
  lines: z.array(z.number().int()),
  isExplained: z.boolean(),
});

/** The draft as it counts up, and against its quote. */
export const draftCheck = z.object({
  net: wireDecimal,
  tax: wireDecimal,
  total: wireDecimal,
  lines: z.array(z.object({ net: wireDecimal, tax: wireDecimal })),
  differences: z.array(difference),
});

export const invoiceProposal = endpoint({
  name: "invoice.proposal",
  summary:
    "What an invoice of a shipment or booking starts from: the lines of its accepted quote, the customer's terms, and clocks of demurrage and detention that have ended; or a draft as it is",
  neededBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/proposal",
  body: "json",
  access: "staff",
  request: z.object({ ...subject, draftId: wireId.nullish() }),
  response: z.object({
    draft: z
      .object({
        id: wireId,
        version: z.number().int(),
        state: z.enum(["DRAFT", "ISSUED", "DISCARDED"]),
        invoiceId: wireId.nullable(),
        savedBy: z.string(),
        savedAt: wireDateTime,
      })
      .nullable(),
    company: z.object({ id: wireId, name: z.string() }),
    shipmentId: wireId.nullable(),
    houseNumber: z.string().nullable(),
    bookingId: wireId.nullable(),
    bookingNumber: z.string().nullable(),
    quote: z.object({ id: wireId, quoteNumber: z.string(), currency }).nullable(),
    content: draftContent,
    check: draftCheck,
    clocks: z.array(draftLine.extend({ currency, isBilled: z.boolean() })),
    /** Other drafts and invoices of the same freight. */
    others: z.array(z.object({ id: wireId, number: z.string().nullable(), total: wireMoney })),
    log: z.array(operationLogEntry),
  }),
});

export const invoiceCheck = endpoint({
  name: "invoice.check",
  summary: "The sums of a draft as typed, and its differences from the quote; keeps nothing",
  usedBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/check",
  body: "json",
  access: "staff",
  request: z.object({ ...subject, draftId: wireId.nullish(), content: draftContent }),
  response: draftCheck,
});

export const invoiceDraftSave = endpoint({
  name: "invoice.draftSave",
  summary:
    "Keep a draft; with `issue` the invoice is issued in the same transaction, with the next number of its series, and the customer is told. 409 with the present version when somebody else was faster",
  neededBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/draftSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    ...subject,
    /** Null: a new one. */
    draftId: wireId.nullish(),
    /** Version of the draft that was shown. */
    version: z.number().int().min(1).nullish(),
    content: draftContent,
    /** The total that was shown: another one is refused. */
    issue: z.object({ total: z.string().regex(/^\d{1,14}(\.\d{1,4})?$/) }).nullish(),
  }),
  response: z.object({ draftId: wireId, invoiceId: wireId.nullable(), invoiceNumber: z.string().nullable() }),
});

export const invoiceDraftDiscard = endpoint({
  name: "invoice.draftDiscard",
  summary: "Put a draft away; it stays in the record",
  usedBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/draftDiscard",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId, version: z.number().int().min(1) }),
  response: nothing,
});

export const invoiceDraftList = endpoint({
  name: "invoice.draftList",
  summary: "The desk's drafts of invoices, the latest first",
  neededBy: ["/freightForwarder/invoices"],
  path: "/invoice/draftList",
  body: "json",
  access: "staff",
  request: z.object({ keyword: z.string().max(100).optional(), ...pageRequest }),
  response: pageOf(
    z.object({
      id: wireId,
      company: z.string(),
      title: z.string(),
      houseNumber: z.string().nullable(),
      bookingNumber: z.string().nullable(),
      total: wireMoney,
      dueDate: wireDay,
      savedBy: z.string(),
      savedAt: wireDateTime,
    }),
  ),
});

export const invoiceBillable = endpoint({
  name: "invoice.billable",
  summary:
    "Shipments and bookings that an invoice can be made for: by the beginning of a number, or without one those with an accepted quote that nobody has billed",
  neededBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/billable",
  body: "json",
  access: "staff",
  request: z.object({ keyword: z.string().max(100).optional() }),
  response: z.object({
    rows: z.array(
      z.object({
        company: z.string(),
        shipmentId: wireId.nullable(),
        houseNumber: z.string().nullable(),
        bookingId: wireId.nullable(),
        bookingNumber: z.string().nullable(),
        quoteNumber: z.string().nullable(),
        invoices: z.number().int(),
        drafts: z.number().int(),
      }),
    ),
  }),
});
