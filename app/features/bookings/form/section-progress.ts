import type { BookingContent } from "#app/contract/booking.ts";
import { partyRoles } from "#app/contract/freight-code.ts";
import { bookingFaults } from "#app/lib/booking-check.ts";
import { countryCodeOf } from "#app/lib/country-code.ts";
import type { BookingFields } from "../booking-fields.ts";
import type { FormSectionName } from "./section-names.ts";

/** Which sections of the form have all that a submission needs; the server and the page's script both ask here. */

const sectionOfField: Record<string, FormSectionName> = {
  ...Object.fromEntries(partyRoles.map((role) => [role, "parties" as const])),
  cargoType: "cargo",
  goodsDescription: "cargo",
  marks: "cargo",
  cargo: "cargo",
  dangerousClass: "cargo",
  unNumber: "cargo",
  packingGroup: "cargo",
  containers: "containers",
  serviceLevel: "terms",
  trade: "terms",
  incoterms: "terms",
  paymentType: "terms",
  customsDeclaration: "terms",
  specialInstructions: "terms",
};

const sectionOf = (path: string): FormSectionName => sectionOfField[path.split(".")[0] ?? ""] ?? "route";

/** The sections in which the check of a submission finds a fault. */
export function unfinishedSections(fields: BookingFields): FormSectionName[] {
  return [...new Set(bookingFaults(contentOfFields(fields)).map(({ path }) => sectionOf(path)))];
}

const recordOf = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});

/** Every name of it is text; what is missing or no text is empty. */
function texts(value: unknown, others: Partial<BookingContent> = {}) {
  return new Proxy(recordOf(value), {
    get: (target, name) => {
      const own: unknown = Reflect.get(others, name) ?? Reflect.get(target, name);
      return typeof own === "string" || Object.hasOwn(others, name) ? own : "";
    },
  }) as never;
}

function contentOfFields(fields: BookingFields): BookingContent {
  const party = (typedParty: unknown) => {
    const { countryCode } = texts(typedParty) as { countryCode: string };
    return texts({ ...recordOf(typedParty), countryCode: countryCodeOf(countryCode) });
  };
  const rows = (typedRows: unknown, presets: readonly string[]) =>
    (Array.isArray(typedRows) ? typedRows : [])
      .filter((row) => isTyped(row, presets))
      .map((row) => texts(row));
  const isOn = (value: unknown) => value === "on";
  return texts(fields, {
    shipper: party(fields.shipper),
    consignee: party(fields.consignee),
    notifyParty: party(fields.notifyParty),
    cargo: rows(fields.cargo, PRESET_UNITS),
    containers: rows(fields.containers, []),
    hasOriginTrucking: isOn(fields.hasOriginTrucking),
    hasDestinationTrucking: isOn(fields.hasDestinationTrucking),
    hasConsigneeAsNotifyParty: isOn(fields.hasConsigneeAsNotifyParty),
  });
}

/** Units are preset, so a row with nothing but units is empty. */
export const PRESET_UNITS: readonly string[] = ["packageType", "dimensionUnit", "weightUnit"];

/** Whether anything was typed into a row, besides what is preset. */
export const isTyped = (row: object, presets: readonly string[]): boolean =>
  Object.entries(recordOf(row)).some(
    ([name, value]) => !presets.includes(name) && typeof value === "string" && value.trim() !== "",
  );
