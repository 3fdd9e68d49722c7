import { z } from "zod";
import { PRICE_LIMITS, priceCurrencies } from "#app/contract/freight-code.ts";
import { DECIMAL_LENGTH } from "#app/contract/quote.ts";
import { storedName, usualCharges, usualUnits } from "#app/lib/charge-names.ts";
import { isDay, wireToInstant } from "#app/lib/date-time.ts";
import { compare, parseDecimal, round } from "#app/lib/decimal.ts";
import type { FaultRule, FieldFault } from "#app/lib/field-fault.ts";
import { lineAmount, totalOf } from "#app/lib/quote-price.ts";
import type { Translate } from "#app/locales/translation.ts";

const AMOUNT_MAX = "999999999";
const QUANTITY_MAX = "9999999";
const TRANSIT_MAX = 365;

/** A price is valid to the end of its day, by the clock of the forwarder. */
const endOfDay = (day: string) => `${day} 23:59:59`;

/**
 * Schema of the price form, from text fields to the provider's input. Messages are texts already. An empty
 * amount is computed; one that is typed has to be right.
 */
export function priceSchema(t: Translate, now: Date) {
  const fault = (rule: FaultRule, values: FieldFault["values"] = {}) => faultText(t, rule, values);
  const needed = { error: fault("required") };
  const text = (maximum: number) =>
    z.string(needed).trim().min(1, fault("required")).max(maximum, fault("tooLong", { maximum }));
  const decimal = ({ maximum, isSigned = false }: { maximum: string; isSigned?: boolean }) =>
    z.string(needed).transform((typed, context) => {
      const refuse = (message: string) => {
        context.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      const value = parseDecimal(typed);
      if (value === null || value.length > DECIMAL_LENGTH) return refuse(fault("number"));
      if (!isSigned && compare(value, 0) < 0) return refuse(t("desk-quote:fault.belowZero"));
      const size = value.replace("-", "");
      return compare(size, maximum) > 0 ? refuse(fault("tooBig", { maximum })) : value;
    });
  const optional = <T extends z.ZodType>(schema: T) =>
    z.preprocess((typed) => (typed === "" ? undefined : typed), schema.optional());
  const line = z
    .object({
      chargeCode: optional(
        z
          .string()
          .trim()
          .max(20, fault("tooLong", { maximum: 20 })),
      ),
      description: text(200).transform((typed) => storedName(usualCharges, typed)),
      unit: text(40).transform((typed) => storedName(usualUnits, typed)),
      quantity: decimal({ maximum: QUANTITY_MAX }),
      // A discount is a line below zero.
      price: decimal({ maximum: AMOUNT_MAX, isSigned: true }),
      amount: optional(decimal({ maximum: "999999999999", isSigned: true })),
      cost: optional(decimal({ maximum: AMOUNT_MAX })),
    })
    .transform(({ amount: typed, chargeCode, cost, ...line }, context) => {
      const amount = lineAmount(line.quantity, line.price);
      if (typed !== undefined && compare(round(typed, 2), amount) !== 0)
        context.addIssue({
          code: "custom",
          path: ["amount"],
          message: t("desk-quote:fault.amount", { ...line, amount }),
        });
      const none = { volumeMin: null, volumeMax: null, weightMin: null, weightMax: null };
      return { ...line, ...none, chargeCode: chargeCode || null, amount, cost: cost ?? null };
    });
  const option = z
    .object({
      carrierName: text(100),
      transitDays: optional(
        z.string().transform((typed, context) => {
          const days = parseDecimal(typed);
          if (days !== null && /^\d{1,3}$/.test(days) && Number(days) <= TRANSIT_MAX) return Number(days);
          context.addIssue({ code: "custom", message: t("desk-quote:fault.transitDays") });
          return z.NEVER;
        }),
      ),
      validUntil: z.string(needed).transform((day, context) => {
        const end = isDay(day) ? wireToInstant(endOfDay(day)) : null;
        const message = end ? t("desk-quote:fault.dayPast") : fault("unknownDay");
        if (!end || end <= now) context.addIssue({ code: "custom", message });
        return endOfDay(day);
      }),
      currency: z.enum(priceCurrencies, needed),
      total: optional(decimal({ maximum: "999999999999" })),
      lines: z
        .array(line)
        .min(1, fault("required"))
        .max(PRICE_LIMITS.lines, t("freight:fault.tooMany", { maximum: PRICE_LIMITS.lines })),
    })
    .transform(({ total: typed, transitDays, ...option }, context) => {
      const total = totalOf(option.lines.map(({ amount }) => amount));
      if (compare(total, 0) < 0)
        context.addIssue({ code: "custom", path: ["lines"], message: t("desk-quote:fault.totalBelowZero") });
      if (typed !== undefined && compare(round(typed, 2), total) !== 0)
        context.addIssue({
          code: "custom",
          path: ["total"],
          message: t("desk-quote:fault.total", { total }),
        });
      return { ...option, transitDays: transitDays ?? null, total };
    });
  return z.object({
    options: z
      .array(option)
      .min(1, fault("required"))
      .max(PRICE_LIMITS.options, t("freight:fault.tooMany", { maximum: PRICE_LIMITS.options })),
  });
}

/** Fields that are always required. */
export const requiredInPrice = [
  "options[].carrierName",
  "options[].validUntil",
  "options[].currency",
  ...["description", "unit", "quantity", "price"].map((name) => `options[].lines[].${name}`),
];

function faultText(t: Translate, rule: FaultRule, values: FieldFault["values"]): string {
  return (t as unknown as (key: string, values: object) => string)(`freight:fault.${rule}`, values);
}

const word = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? value : ""));
const rows = <T extends z.ZodType>(row: T) => z.array(z.preprocess((value) => value ?? {}, row)).default([]);

/** What the form posts, whatever was typed; anything else was not sent by it. */
export const postedPrice = z.object({
  options: rows(
    z.object({
      carrierName: word,
      transitDays: word,
      validUntil: word,
      currency: word,
      total: word,
      lines: rows(
        z.object({
          chargeCode: word,
          description: word,
          unit: word,
          quantity: word,
          price: word,
          amount: word,
          cost: word,
        }),
      ),
    }),
  ),
});
