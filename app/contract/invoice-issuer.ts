import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ISSUER_LIMITS } from "./invoice-code.ts";
import { operationLogEntry } from "./quote.ts";
import { nothing, wireId } from "./wire.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: a text of a document holds none
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/;
const lines = (name: keyof typeof ISSUER_LIMITS) =>
  z
    .string()
    .trim()
    .max(ISSUER_LIMITS[name].length)
    .refine((text) => !CONTROL.test(text) && text.split("\n").length <= ISSUER_LIMITS[name].lines);

/** Who bills, as invoices and statements name it, and how to pay; texts of several lines have line feeds. */
const issuer = z.object({
  name: lines("name").min(1),
  address: lines("address"),
  taxNumber: lines("taxNumber"),
  payment: lines("payment"),
});

export const invoiceIssuer = endpoint({
  name: "invoice.issuer",
  summary:
    "How invoices name the forwarder and say how to pay, and who changed it; before anything is saved, the forwarder's company as it is stored",
  neededBy: ["/freightForwarder/invoiceSeries"],
  path: "/invoice/issuer",
  access: "staff",
  request: z.object({}),
  response: issuer.extend({
    /** "0": nothing is saved. */
    version: wireId,
    log: z.array(operationLogEntry),
  }),
});

export const invoiceIssuerSave = endpoint({
  name: "invoice.issuerSave",
  summary:
    "Set how invoices name the forwarder and say how to pay; 409 with the name of whoever has changed it since. Invoices that are issued keep name, address and tax number",
  usedBy: ["/freightForwarder/invoiceSeries"],
  path: "/invoice/issuerSave",
  body: "json",
  access: "staff",
  isWrite: true,
  request: issuer.extend({ version: wireId }),
  response: nothing,
});

/** Issuer or customer of an invoice; "" where nothing is known. */
export interface Party {
  name: string;
  /** With line feeds, without the country. */
  address: string;
  /** Null: it is not known, or stands in the address. */
  countryCode: string | null;
  taxNumber: string;
}

/** Who bills whom, as both were when the invoice was issued. */
export interface Parties {
  issuer: Party;
  customer: Party;
}
