import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { type WeightView, weightView } from "#app/components/cargo-weight-words.ts";
import { fieldName } from "#app/components/field-name.server.ts";
import { type MeasuredRow, newMeasuredRow } from "#app/components/measure-fields.tsx";
import { type BookingContent, bookingContent } from "#app/contract/booking.ts";
import { LIMITS, partyRoles } from "#app/contract/freight-code.ts";
import { countryCodeOf, countryName } from "#app/lib/country-code.ts";
import type { DisplayLanguage } from "#app/lib/date-time.ts";
import { withNotifyParty } from "#app/lib/notify-party.ts";
import { type BookingFields, type FormPath, formPaths } from "../booking-fields.ts";
import { pathLabel } from "../content-view.server.ts";
import type { FormSectionName } from "./section-names.ts";
import { isTyped, PRESET_UNITS, unfinishedSections } from "./section-progress.ts";

export function emptyContent(path: FormPath): BookingContent {
  return bookingContent.parse({
    transportMode: path === formPaths.online ? "" : "AIR",
    service: "DTD",
    serviceLevel: "STANDARD",
    customsDeclaration: "NONE",
    transshipment: "ANY",
    cargoType: "GENERAL",
  });
}

/** A list has at least one row, which may be empty. Countries are named in the reader's language. */
export function fieldsOf(content: BookingContent, language: DisplayLanguage): BookingFields {
  const party = (role: (typeof partyRoles)[number]) => ({
    ...content[role],
    countryCode: countryName(content[role].countryCode, language),
    isAddedToAddressBook: content[role].isAddedToAddressBook ? "on" : undefined,
  });
  return {
    ...content,
    shipper: party("shipper"),
    consignee: party("consignee"),
    notifyParty: party("notifyParty"),
    hasOriginTrucking: content.hasOriginTrucking ? "on" : undefined,
    hasDestinationTrucking: content.hasDestinationTrucking ? "on" : undefined,
    hasConsigneeAsNotifyParty: content.hasConsigneeAsNotifyParty ? "on" : undefined,
    cargo: content.cargo.length > 0 ? content.cargo : [newMeasuredRow],
    containers: content.containers.length > 0 ? content.containers : [{}],
  };
}

/** Faults that prevent saving even a draft, by the form's field names, in the reader's language. */
export interface FormFaults {
  fieldErrors: Record<string, string[]>;
  /** The first fault with its field, where there is space for one line only. */
  text: string;
}

/** Reads the content from the posted form: complete, or with the fields that exceed the contract. */
export function contentOf(
  payload: Record<string, unknown>,
  t: Visit["t"],
): { content: BookingContent; faults: null } | { content: null; faults: FormFaults } {
  const parsed = bookingContent.safeParse(inputOf(payload));
  if (parsed.success) return { content: withNotifyParty(parsed.data), faults: null };
  const fieldErrors: Record<string, string[]> = {};
  const texts: string[] = [];
  for (const issue of parsed.error.issues) {
    const path = issue.path.join(".");
    const isList = issue.code === "too_big" && issue.origin === "array";
    const maximum = issue.code === "too_big" ? limitOf(issue.path.at(-1), Number(issue.maximum)) : 0;
    const text = t(
      maximum ? (isList ? "freight:fault.tooMany" : "freight:fault.tooLong") : "freight:fault.format",
      {
        maximum,
      },
    );
    fieldErrors[fieldName(path)] = [text];
    texts.push(`${pathLabel(path, t)}: ${text}`);
  }
  return { content: null, faults: { fieldErrors, text: texts[0] ?? "" } };
}

/** A draft's fields are longer than a submission allows; the fault names the submission's limit. */
function limitOf(name: PropertyKey | undefined, carried: number): number {
  const stated = (LIMITS as Record<PropertyKey, unknown>)[name ?? ""];
  return typeof stated === "number" ? Math.min(stated, carried) : carried;
}

function inputOf(payload: Record<string, unknown>): Record<string, unknown> {
  // A name sent twice is parsed as a list, and one with deeper segments as a record: no field of the form is
  // either.
  const record = (value: unknown): Record<string, string> =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each === "string"))
      : {};
  const rows = (value: unknown) => (Array.isArray(value) ? value.map(record) : []);
  const isOn = (value: unknown) => value === "on" || value === "true";
  const fields: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(bookingContent.shape)) {
    const value = payload[name];
    if ((partyRoles as readonly string[]).includes(name)) {
      const party = record(value);
      fields[name] = {
        ...party,
        countryCode: countryCodeOf(party.countryCode ?? ""),
        isAddedToAddressBook: isOn(party.isAddedToAddressBook),
      };
    } else if (name === "cargo") fields[name] = rows(value).filter((row) => isTyped(row, PRESET_UNITS));
    else if (name === "containers") fields[name] = rows(value).filter((row) => isTyped(row, []));
    else if (name.startsWith("has")) fields[name] = isOn(value);
    // Without scripts line breaks are two characters, with scripts one: both are stored alike.
    else if (shape instanceof z.ZodType && typeof value === "string") {
      fields[name] = value.replaceAll("\r\n", "\n");
    }
  }
  return fields;
}

/** What the page shows of the typed content besides its fields. */
export interface FormFigures {
  weight: WeightView | null;
  /** Sections that lack something for a submission. */
  unfinished: FormSectionName[];
}

export function figuresOf(visit: Visit, fields: BookingFields): FormFigures {
  return { weight: weightOf(visit, fields), unfinished: unfinishedSections(fields) };
}

function weightOf(visit: Visit, fields: Pick<BookingFields, "cargo" | "transportMode">): WeightView | null {
  const rows = (Array.isArray(fields.cargo) ? fields.cargo : []) as MeasuredRow[];
  return weightView(
    { mode: fields.transportMode, rows: rows.filter(Boolean), rates: {} },
    visit.t,
    visit.language,
  );
}
