import { z } from "zod";
import { requiredFields } from "#app/components/form-reply.server.ts";
import { freeTimeTypes } from "#app/contract/free-time-code.ts";
import { DRAFT_LINES, DRAFT_NOTE_MAX, DRAFT_REASON_MAX, roundingRules } from "#app/contract/invoice-code.ts";
import type { DraftContent, DraftLine } from "#app/contract/invoice-draft.ts";
import { parseDecimal } from "#app/lib/decimal.ts";
import type { Translate } from "#app/locales/translation.ts";

const FACTOR = /^-?\d{1,12}(\.\d{1,6})?$/;
const RATE = /^\d{1,3}(\.\d{1,4})?$/;

/** From the form's text fields to the provider's input. Messages are texts already. */
export function draftSchema(t: Translate): z.ZodType<DraftContent> {
  const empty = t("invoice-desk:fault.empty");
  const text = (max: number) =>
    z.string().trim().max(max, t("invoice-desk:fault.tooLong", { max })).default("");
  const filled = z
    .string({ error: empty })
    .trim()
    .min(1, empty)
    .max(200, t("invoice-desk:fault.tooLong", { max: 200 }));
  const decimal = (form: RegExp, fault: string) =>
    z.string({ error: empty }).transform((typed, context) => {
      const value = parseDecimal(typed);
      if (value !== null && form.test(value)) return value;
      context.addIssue({ code: "custom", message: typed.trim() === "" ? empty : fault });
      return z.NEVER;
    });
  const factor = decimal(FACTOR, t("invoice-desk:fault.number"));
  const rate = decimal(RATE, t("invoice-desk:fault.negative"));
  const day = t("invoice-desk:fault.day");
  return z.object({
    title: text(200),
    currency: z
      .string({ error: empty })
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{3}$/, t("invoice-desk:fault.currency")),
    rounding: z.enum(roundingRules, { error: t("invoice-desk:fault.choice") }),
    dueDate: z.iso
      .date({ error: day })
      .refine((typedDay) => typedDay >= "1990-01-01" && typedDay < "2200-01-01", { error: day }),
    note: text(DRAFT_NOTE_MAX),
    lines: z
      .array(
        z.object({
          chargeCode: text(20).transform((code) => code || null),
          description: filled,
          unit: text(40),
          quantity: factor,
          unitPrice: factor,
          discountPercent: rate,
          taxPercent: rate,
          clock: z
            .string()
            .default("")
            .transform((typed) => clockIn(typed)),
          reason: text(DRAFT_REASON_MAX),
        }),
        { error: t("invoice-desk:fault.lines", { max: DRAFT_LINES }) },
      )
      .min(1, t("invoice-desk:fault.lines", { max: DRAFT_LINES }))
      .max(DRAFT_LINES, t("invoice-desk:fault.lines", { max: DRAFT_LINES })),
    missing: z
      .array(z.object({ charge: filled, reason: text(DRAFT_REASON_MAX) }))
      .max(DRAFT_LINES, t("invoice-desk:fault.lines", { max: DRAFT_LINES }))
      .default([]),
  });
}

/** Names of the fields that are always required. */
export const requiredInDraft = (t: Translate) => [
  ...requiredFields(draftSchema(t)),
  ...["description", "quantity", "unitPrice"].map((name) => `lines[].${name}`),
];

const clockShape = z.tuple([
  z.enum(freeTimeTypes),
  z.string().min(1).max(20),
  z.iso.date(),
  z.iso.date(),
  z.coerce.number().int().min(0).max(3_650),
]);

/** What `clockText` wrote; anything else is no clock. */
function clockIn(typed: string): DraftLine["clock"] {
  const read = clockShape.safeParse(typed.split("|"));
  if (!read.success) return null;
  const [type, containerNumber, from, to, days] = read.data;
  return { type, containerNumber, from, to, days };
}
