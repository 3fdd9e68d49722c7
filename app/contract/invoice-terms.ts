import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { currency } from "./invoice.ts";
import { DAYS_TO_PAY_MAX, roundingRules } from "./invoice-code.ts";
import { operationLogEntry } from "./quote.ts";
import { nothing, wireId } from "./wire.ts";

/** What is agreed with a customer about bills; for the desk alone. */
const terms = z.object({
  daysToPay: z.number().int().min(0).max(DAYS_TO_PAY_MAX),
  /** Of bills without a quote; null: nothing is agreed. */
  currency: currency.nullable(),
  rounding: z.enum(roundingRules),
});

export const invoiceTerms = endpoint({
  name: "invoice.terms",
  summary:
    "Days to pay, currency and rounding of a customer's new invoices, and who changed them; before anything is agreed, what new invoices have",
  usedBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/terms",
  access: "staff",
  request: z.object({ companyId: wireId }),
  response: terms.extend({
    company: z.object({ id: wireId, name: z.string() }),
    /** "0": nothing is agreed. */
    version: wireId,
    log: z.array(operationLogEntry),
  }),
});

export const invoiceTermsSave = endpoint({
  name: "invoice.termsSave",
  summary:
    "Agree on the terms of a customer's new invoices; 409 with the name of whoever has changed them since. Drafts and invoices that are there stay",
  usedBy: ["/freightForwarder/invoiceAdd"],
  path: "/invoice/termsSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: terms.extend({ companyId: wireId, version: wireId }),
  response: nothing,
});
