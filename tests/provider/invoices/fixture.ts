import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { invoiceIssue, paymentRecord } from "#app/contract/invoice-desk.ts";
import { sumInvoice } from "#app/lib/invoice-sum.ts";
import type { TestProvider } from "#tests/support/provider.ts";
import type { Somebody } from "../quotes/fixture.ts";

type Issued = z.input<typeof invoiceIssue.request> & { invoiceNumber: string };

export const chargeLine = (
  quantity: string,
  unitPrice: string,
  taxPercent = "0",
  chargeCode: string | null = "OFR",
) => ({
  chargeCode,
  description: `Charge ${chargeCode}`,
  unit: "kg",
  quantity,
  unitPrice,
  taxPercent,
  discountPercent: "0",
});

/** An invoice of one line of so much, unless other lines are given; its sums are those of the lines. */
export function invoice(companyId: string, total: string, given: Partial<Issued> = {}): Issued {
  const form = { rounding: given.rounding ?? ("LINE" as const), currency: given.currency ?? "USD" };
  const lines = given.lines ?? [{ ...chargeLine("1", total), net: total, tax: "0" }];
  const counted = sumInvoice(
    lines.map((line) => ({
      ...line,
      discountPercent: line.discountPercent ?? "0",
      taxPercent: line.taxPercent ?? "0",
    })),
    form,
  );
  return {
    companyId,
    kind: "INVOICE",
    invoiceNumber: `I-${randomUUID().slice(0, 13)}`,
    title: "Freight",
    invoiceDate: "2026-11-01",
    dueDate: "2026-12-01",
    ...form,
    net: counted.net,
    tax: counted.tax,
    total: counted.total,
    lines,
    ...given,
  };
}

export const creditFor = (
  companyId: string,
  creditedNumber: string,
  total: string,
  given: Partial<Issued> = {},
) => invoice(companyId, total, { kind: "CREDIT_NOTE", creditedNumber, dueDate: null, ...given });

export const issue = (provider: TestProvider, staff: Somebody, given: z.input<typeof invoiceIssue.request>) =>
  provider.call(invoiceIssue, given, { token: staff.token });

export function pay(
  provider: TestProvider,
  staff: Somebody,
  given: {
    companyId: string;
    amount: string;
    paidOn?: string;
    currency?: string;
    for?: Record<string, string>;
  },
) {
  const { companyId, amount, paidOn = "2026-11-10", currency = "USD" } = given;
  const allocations = Object.entries(given.for ?? {}).map(([invoiceNumber, part]) => ({
    invoiceNumber,
    amount: part,
  }));
  return provider.call(
    paymentRecord,
    { companyId, currency, amount, paidOn, reference: "TT 1", allocations },
    { token: staff.token },
  );
}
