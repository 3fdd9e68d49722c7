import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { freeTimeTypes } from "./free-time-code.ts";
import { currency } from "./invoice.ts";
import { INVOICE_LINES, invoiceKinds, roundingRules } from "./invoice-code.ts";
import { essential } from "./reading.ts";
import { nothing, wireDay, wireDecimal, wireId } from "./wire.ts";

/** Calls of the forwarder's desk; no screen of a customer asks them. */

const words = (max: number) => z.string().trim().min(1).max(max);
/** A sum of money: at most 4 decimals and 14 digits before them. */
const amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/);
const factor = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/);
const percent = z.string().regex(/^-?\d{1,3}(\.\d{1,4})?$/);

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
      from: wireDay,
      to: wireDay,
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
    invoiceNumber: words(50),
    title: z.string().trim().max(200).default(""),
    /** Of a credit note. */
    creditedNumber: words(50).nullable().default(null),
    houseNumber: words(50).nullable().default(null),
    bookingNumber: words(50).nullable().default(null),
    invoiceDate: wireDay,
    dueDate: wireDay.nullable().default(null),
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
    recount: z.object({ net: wireDecimal, tax: wireDecimal, total: wireDecimal }).nullable(),
  }),
});

export const paymentRecord = endpoint({
  name: "payment.record",
  summary:
    "A payment of a customer, and which invoices it settles; never more than is left to pay, or than was paid. The rest stays unallocated",
  path: "/payment/record",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    companyId: wireId,
    currency,
    amount,
    paidOn: wireDay,
    reference: z.string().trim().max(100).default(""),
    allocations: z
      .array(z.object({ invoiceNumber: words(50), amount }))
      .max(200)
      .default([]),
  }),
  response: z.object({ id: wireId, unallocated: wireDecimal }),
});

export const disputeDecide = endpoint({
  name: "dispute.decide",
  summary: "The forwarder's answer to a disputed line",
  path: "/dispute/decide",
  body: "json",
  access: "staff",
  isWrite: true,
  request: z.object({
    id: wireId,
    state: z.enum(["ACCEPTED", "REFUSED", "CREDITED"]),
    note: z.string().trim().max(1_000).default(""),
    /** Of CREDITED. */
    creditNoteNumber: words(50).nullable().default(null),
  }),
  response: nothing,
});
