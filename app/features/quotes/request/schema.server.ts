import { z } from "zod";
import { fieldName, pathSteps } from "#app/components/field-name.server.ts";
import { requiredFields } from "#app/components/form-reply.server.ts";
import {
  batteryTypes,
  dimensionUnits,
  LIMITS,
  services,
  specialGoods,
  transportModes,
  weightUnits,
} from "#app/contract/freight-code.ts";
import { DECIMAL_LENGTH, type QuoteRequest } from "#app/contract/quote.ts";
import { PACKAGE_MAX } from "#app/contract/shipment-code.ts";
import { isDay } from "#app/lib/date-time.ts";
import { compare, parseDecimal } from "#app/lib/decimal.ts";
import type { FaultRule, FieldFault } from "#app/lib/field-fault.ts";
import { hasContainers } from "#app/lib/freight-needs.ts";
import { quoteFaults } from "#app/lib/quote-check.ts";
import { isFromDoor, isToDoor } from "#app/lib/service-type.ts";
import type { Translate } from "#app/locales/translation.ts";

const TAG_MAX = 60;
const PLACE_MAX = 100;
const ZIP_MAX = 12;
const LOCATION_MAX = 300;
const SIDE_MAX = "99999";

/**
 * Schema of the request form (product 3.6, 5.5), from text fields to the provider's input. Messages are texts
 * already.
 */
export function requestSchema(t: Translate) {
  return requestShape(t)
    .transform(withoutUnasked)
    .superRefine((request, context) => {
      for (const { path, rule, values } of quoteFaults(request)) {
        context.addIssue({ code: "custom", path: pathSteps(path), message: faultText(t, rule, values) });
      }
    });
}

/** Fields that are always required. */
export const requiredInRequest = (t: Translate) => requiredFields(requestShape(t));

function requestShape(t: Translate) {
  const fault = (rule: FaultRule, values: FieldFault["values"] = {}) => faultText(t, rule, values);
  const needed = { error: fault("required") };
  const text = (maximum: number) => z.string().trim().max(maximum, fault("tooLong", { maximum })).default("");
  const place = z
    .string(needed)
    .trim()
    .min(1, fault("required"))
    .max(PLACE_MAX, fault("tooLong", { maximum: PLACE_MAX }));
  const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, needed);
  const decimal = (maximum: string) =>
    z.string(needed).transform((typed, context) => {
      const value = parseDecimal(typed);
      const refuse = (rule: FaultRule) => {
        context.addIssue({ code: "custom", message: fault(rule, { maximum }) });
        return z.NEVER;
      };
      if (value === null || value.length > DECIMAL_LENGTH) return refuse("number");
      if (compare(value, 0) <= 0) return refuse("notAboveZero");
      return compare(value, maximum) > 0 ? refuse("tooBig") : value;
    });
  const side = decimal(SIDE_MAX)
    .optional()
    .transform((value) => value ?? null);
  const row = z.object({
    pieces: decimal(String(LIMITS.pieces)).transform((value, context) => {
      if (/^\d+$/.test(value)) return Number(value);
      context.addIssue({ code: "custom", message: fault("wholeNumber") });
      return z.NEVER;
    }),
    packageType: z
      .string(needed)
      .trim()
      .min(1, fault("required"))
      .max(PACKAGE_MAX, fault("tooLong", { maximum: PACKAGE_MAX })),
    length: side,
    width: side,
    height: side,
    dimensionUnit: choice(dimensionUnits),
    weight: decimal(LIMITS.weightKg),
    weightUnit: choice(weightUnits),
  });
  return z.object({
    tag: text(TAG_MAX),
    freightMode: choice(transportModes),
    service: choice(services),
    incoterms: text(3),
    origin: place,
    originZip: text(ZIP_MAX),
    pickupLocation: text(LOCATION_MAX),
    destination: place,
    destinationZip: text(ZIP_MAX),
    deliveryLocation: text(LOCATION_MAX),
    packages: z.array(row).min(1, fault("required")).max(LIMITS.cargoLines),
    containers: z.array(z.unknown()).default([]).transform(containersOf),
    specialGoods: z.array(z.enum(specialGoods)).min(1, fault("required")),
    batteryTypes: z.array(z.enum(batteryTypes)).default([]),
    cargoDetails: text(LIMITS.goodsDescription),
    cargoReadyDate: z
      .string()
      .refine(isDay, fault("unknownDay"))
      .optional()
      .transform((day) => day ?? null),
  });
}

/**
 * Faults of an incomplete request beyond its field schemas, by the form's names, so that all faults are
 * reported at once.
 */
export function earlyFaults(typed: Record<string, unknown>, t: Translate): Record<string, string[]> {
  const word = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const list = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
  const side = (value: unknown) => (word(value) === "" ? null : word(value));
  const request = {
    ...Object.fromEntries(words.map((name) => [name, word(typed[name])])),
    packages: list(typed.packages).map((row) => ({
      length: side(row?.length),
      width: side(row?.width),
      height: side(row?.height),
    })),
    containers: containersOf(list(typed.containers)),
    specialGoods: list(typed.specialGoods),
    batteryTypes: list(typed.batteryTypes),
    cargoReadyDate: side(typed.cargoReadyDate),
  } as unknown as QuoteRequest;
  const faults: Record<string, string[]> = {};
  for (const { path, rule, values } of quoteFaults(request)) {
    faults[fieldName(path)] = [faultText(t, rule, values)];
  }
  return faults;
}
const words = [
  "freightMode",
  "service",
  "incoterms",
  "originZip",
  "destinationZip",
  "pickupLocation",
  "deliveryLocation",
];

/** Typed container rows; `quoteFaults` reports what they lack, if containers are required at all. */
function containersOf(rows: unknown[]): QuoteRequest["containers"] {
  const word = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  return rows.map((row) => {
    const { containerType, count } = (row ?? {}) as Record<string, unknown>;
    const typed = parseDecimal(word(count));
    // Text that is no number becomes infinite, an empty field NaN: both are no integer, but only the first
    // was typed.
    const none = word(count) === "" ? Number.NaN : Number.POSITIVE_INFINITY;
    return { containerType: word(containerType), count: typed === null ? none : Number(typed) };
  });
}

function faultText(t: Translate, rule: FaultRule, values: FieldFault["values"]): string {
  return (t as unknown as (key: string, values: object) => string)(`freight:fault.${rule}`, values);
}

/** Removes fields that the service hides, which may hold earlier input. */
function withoutUnasked(request: QuoteRequest): QuoteRequest {
  return {
    ...request,
    pickupLocation: isFromDoor(request.service) ? request.pickupLocation : "",
    deliveryLocation: isToDoor(request.service) ? request.deliveryLocation : "",
    containers: hasContainers(request.freightMode) ? request.containers : [],
    batteryTypes: request.specialGoods.includes("BATTERIES") ? request.batteryTypes : [],
  };
}
