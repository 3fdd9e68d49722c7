import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeTypes } from "./free-time-code.ts";
import { currency } from "./invoice.ts";
import { INVOICE_LINES, invoiceKinds, roundingRules, TAKE_BACK_REASON_MAX } from "./invoice-code.ts";
import { operationLogEntry } from "./quote.ts";
import { essential } from "./reading.ts";
import { nothing, wireDay, wireDecimal, wireId } from "./wire.ts";

/** Calls of the forwarder's desk; no screen of a customer asks them. */

const words = (max: number) => z.string().trim().min(1).max(max);
/** A sum of money: at most 4 decimals and 14 digits before them. */
const amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/);
const factor = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/);
const percent = z.string().regex(/^-?\d{1,3}(\.\d{1,4})?$/);
/** A day that is there and that a database can hold. */
const day = z.iso.date().refine((text) => text >= "1990-01-01" && text < "2200-01-01");

/**
 * The invoice that the page showed, and the last entry of its record: whoever comes after another is refused with 409 and told
 * what the other did.
 */
const seen = z.object({ invoiceId: wireId, version: wireId }).nullish();

const newLine = z.object({
  chargeCode: words(20).nullable().default(null),
  description: words(200),
  unit: z.string().trim().max(40).default(""),
  quantity: factor,
  unitPrice: factor,
  discountPercent: percent.default("0"),
  taxPercent: percent.default("0"),
  net: factor,
  tax: factor,
  /** Of demurrage and detention: what is billed, day by day, both ends included. */
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
});

export const invoiceIssue = endpoint({
  name: "invoice.issue",
  summary:
    "The forwarder's invoice or credit note, with the forwarder's own figures; a credit note names its invoice, whose credit notes together never exceed it. A number that was issued before is refused",
  path: "/invoice/issue",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    companyId: wireId,
    kind: z.enum(invoiceKinds).default("INVOICE"),
    /** Null: the next one of its series. */
    invoiceNumber: words(50).nullable().default(null),
    title: z.string().trim().max(200).default(""),
    /** Number of the invoice that a credit note credits. */
    creditedNumber: words(50).nullable().default(null),
    houseNumber: words(50).nullable().default(null),
    bookingNumber: words(50).nullable().default(null),
    invoiceDate: day,
    dueDate: day.nullable().default(null),
    currency: essential(currency),
    rounding: z.enum(roundingRules),
    net: amount,
    tax: amount,
    total: amount,
    note: z.string().trim().max(2_000).default(""),
    lines: z.array(newLine).min(1).max(INVOICE_LINES),
  }),
  response: z.object({
    id: wireId,
    invoiceNumber: z.string(),
    recount: z.object({ net: wireDecimal, tax: wireDecimal, total: wireDecimal }).nullable(),
  }),
});

export const paymentRecord = endpoint({
  name: "payment.record",
  summary:
    "A payment of a customer, and which invoices it settles; never more than is left to pay, or than was paid. The rest stays unallocated",
  usedBy: ["/freightForwarder/invoice"],
  path: "/payment/record",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    companyId: wireId,
    currency,
    amount,
    paidOn: day,
    reference: z.string().trim().max(100).default(""),
    allocations: z
      .array(z.object({ invoiceNumber: words(50), amount }))
      .max(200)
      .default([]),
    seen,
  }),
  response: z.object({ id: wireId, unallocated: wireDecimal }),
});

/** A payment or a credit note that has something left. */
const source = z.object({ kind: z.enum(["PAYMENT", "CREDIT_NOTE"]), id: wireId });

export const paymentAllocate = endpoint({
  name: "payment.allocate",
  summary:
    "Set what a payment or a credit note has left off against invoices of its customer and currency, from today on",
  usedBy: ["/freightForwarder/invoice"],
  path: "/payment/allocate",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    source,
    allocations: z
      .array(z.object({ invoiceNumber: words(50), amount }))
      .min(1)
      .max(200),
    seen,
  }),
  response: z.object({ unallocated: wireDecimal }),
});

export const paymentRefund = endpoint({
  name: "payment.refund",
  summary: "Money that went back to the customer, of what a payment or a credit note has left",
  usedBy: ["/freightForwarder/invoice"],
  path: "/payment/refund",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    source,
    amount,
    refundedOn: day,
    reference: z.string().trim().max(100).default(""),
    seen,
  }),
  response: z.object({ unallocated: wireDecimal }),
});

export const paymentTakeBack = endpoint({
  name: "payment.takeBack",
  summary:
    "Take the allocation of a payment or a credit note to an invoice back, from today on; the invoice is open again, the money is not allocated, and the customer is told why",
  usedBy: ["/freightForwarder/invoice"],
  path: "/payment/takeBack",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    allocationId: wireId,
    /** The customer reads it. */
    reason: words(TAKE_BACK_REASON_MAX),
    seen,
  }),
  response: z.object({ unallocated: wireDecimal }),
});

export const invoiceCredit = endpoint({
  name: "invoice.credit",
  summary:
    "A credit note for lines of an invoice, in whole or in part, with the next number of its series; the customer is told",
  usedBy: ["/freightForwarder/invoice"],
  path: "/invoice/credit",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    invoiceId: wireId,
    /** What is credited of each line, net of tax; never more than the line. */
    lines: z
      .array(z.object({ lineId: wireId, net: factor }))
      .min(1)
      .max(INVOICE_LINES),
    note: z.string().trim().max(2_000).default(""),
    seen,
  }),
  response: z.object({ id: wireId, invoiceNumber: z.string() }),
});

const open = z.object({
  id: wireId,
  invoiceNumber: z.string(),
  dueDate: wireDay.nullable(),
  left: wireDecimal,
});

export const invoiceDesk = endpoint({
  name: "invoice.desk",
  summary:
    "What only the desk sees of an invoice: its customer, reasons for differences from the quote, money that is not allocated, who did what",
  neededBy: ["/freightForwarder/invoice"],
  path: "/invoice/desk",
  access: "staff",
  request: z.object({ id: wireId }),
  response: z.object({
    company: z.object({ id: wireId, name: z.string() }),
    /** For `seen`. */
    version: wireId,
    reasons: z.array(z.object({ lineId: wireId.nullable(), charge: z.string(), reason: z.string() })),
    /** What may still be credited. */
    creditable: wireDecimal,
    /** Other invoices of the customer in its currency with something left to pay. */
    open: z.array(open),
    /** Payments and credit notes of the customer in its currency with something left. */
    unallocated: z.array(
      source.extend({ reference: z.string(), on: wireDay, amount: wireDecimal, left: wireDecimal }),
    ),
    /** What settles the invoice and can be taken back. */
    allocations: z.array(
      z.object({
        id: wireId,
        kind: source.shape.kind,
        reference: z.string(),
        on: wireDay,
        amount: wireDecimal,
      }),
    ),
    refunds: z.array(z.object({ reference: z.string(), on: wireDay, amount: wireDecimal, by: z.string() })),
    log: z.array(operationLogEntry),
  }),
});

export const disputeDecide = endpoint({
  name: "dispute.decide",
  summary: "The forwarder's answer to a disputed line",
  usedBy: ["/freightForwarder/invoice"],
  path: "/dispute/decide",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    state: z.enum(["ACCEPTED", "REFUSED", "CREDITED"]),
    note: z.string().trim().max(1_000).default(""),
    /** Of CREDITED: one that is issued already. */
    creditNoteNumber: words(50).nullable().default(null),
    /** Of CREDITED: one is issued with it, of so much of the disputed line, net of tax. */
    creditNet: factor.nullable().default(null),
    seen,
  }),
  response: nothing,
});

export const disputeAsk = endpoint({
  name: "dispute.ask",
  summary: "A question of the desk about an open dispute, in its conversation",
  usedBy: ["/freightForwarder/invoice"],
  path: "/dispute/ask",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({ id: wireId, text: words(1_000) }),
  response: nothing,
});
