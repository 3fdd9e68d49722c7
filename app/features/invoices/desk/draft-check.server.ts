import type { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { DraftContent, draftCheck } from "#app/contract/invoice-draft.ts";
import { chargeName } from "#app/lib/charge-names.ts";
import { formatMoney } from "#app/lib/money.ts";
import type { Sheet } from "../detail.server.ts";
import { differenceText } from "../difference-text.server.ts";

type Check = z.output<typeof draftCheck>;

/** A charge of the quote that the invoice does not bill. */
export interface MissingView {
  charge: string;
  /** With what was quoted. */
  label: string;
  reason: string;
}

export interface CheckView {
  /** Plain, for the field that says which total was seen. */
  total: string;
  sums: Record<"net" | "tax" | "total", string>;
  differences: Sheet["rows"];
  missing: MissingView[];
}

/** The sums of a draft, and what differs from its quote, in words. */
export function checkView(visit: Visit, content: DraftContent, check: Check): CheckView {
  const { t, language } = visit;
  const money = (amount: string) => formatMoney(amount, content.currency, language) ?? amount;
  const missing = check.differences.filter(({ lines }) => lines.length === 0);
  return {
    total: check.total,
    sums: { net: money(check.net), tax: money(check.tax), total: money(check.total) },
    differences: check.differences.map((each, index) => ({
      key: String(index),
      cells: [
        [...new Set([each.charge, chargeName(each.description, language)])].join(", "),
        money(each.quoted),
        money(each.billed),
        money(each.difference),
        differenceText(visit, each.reason, { ...each.figures, currency: content.currency }),
        t(each.isExplained ? "invoice-desk:against.yes" : "invoice-desk:against.no"),
      ],
    })),
    missing: missing.map(({ charge, description, quoted }) => ({
      charge,
      label: `${chargeName(description, language)} (${money(quoted)})`,
      reason:
        content.missing.find((each) => each.charge.trim().toUpperCase() === charge.toUpperCase())?.reason ??
        "",
    })),
  };
}

/** What was typed of charges that are not billed, whatever else of the form is wrong. */
export function missingIn(payload: Record<string, unknown>): MissingView[] {
  const rows = Array.isArray(payload.missing) ? payload.missing.slice(0, 100) : [];
  return rows.flatMap((row: Record<string, unknown> | undefined) => {
    const { charge, reason, label } = row ?? {};
    if (typeof charge !== "string") return [];
    return [
      {
        charge,
        label: typeof label === "string" ? label : charge,
        reason: typeof reason === "string" ? reason : "",
      },
    ];
  });
}
