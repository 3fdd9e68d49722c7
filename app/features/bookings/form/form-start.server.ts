import type { SubmissionResult } from "@conform-to/react";
import { redirect } from "react-router";
import { offeredRights } from "#app/access/offer.server.ts";
import { rightsOf } from "#app/access/permission.ts";
import type { Visit } from "#app/access/visit.server.ts";
import { fieldName } from "#app/components/field-name.server.ts";
import { formKeyIn, freshKey, type MadeBefore } from "#app/components/form-key.server.ts";
import { type KnownPlaces, knownPlaces } from "#app/components/place-field.server.ts";
import { addressList } from "#app/contract/address.ts";
import {
  type BookingContent,
  type BookingDetailData,
  type BookingOptions,
  bookingDetail,
  bookingOptions,
  bookingStart,
} from "#app/contract/booking.ts";
import { addressId } from "#app/contract/wire.ts";
import { countryName, countryNames } from "#app/lib/country-code.ts";
import { type BookingFields, detailHref, type FormPath, formPaths } from "../booking-fields.ts";
import { faultTexts } from "../review.server.ts";
import { defaultFor, type FormAddress, partyFrom } from "./form-address.ts";
import { emptyContent, type FormFigures, fieldsOf, figuresOf } from "./form-content.server.ts";
import { type FormPurpose, findMade } from "./form-save.server.ts";

export interface FormStart extends FormFigures {
  id: string | null;
  bookingNumber: string | null;
  version: number | null;
  /** Key of a draft or template without an id, in the URL (contract `bookingSaveDraft`). */
  draftKey: string;
  /** Id of this open form, by which its own earlier saves are recognized. */
  editor: string;
  /** What the form with this URL has already created. */
  made: MadeBefore | null;
  /** The version in which the last save was merged with another's. */
  mergedAt: string | null;
  purpose: FormPurpose;
  fields: BookingFields;
  /** Owner of the browser's copy, which is shown to nobody else who uses the browser. */
  owner: string;
  /** The review's faults, at the fields. */
  checked: SubmissionResult<string[]> | null;
  /** Shown above the form: the origin of its content. */
  source: string | null;
  /** With countries in the reader's language. */
  addresses: FormAddress[];
  /** Whether the address book has more, so that it is searched. */
  hasMoreAddresses: boolean;
  /** All countries in the reader's language. */
  countries: string[];
  companies: string[];
  customerServices: string[];
  carriers: BookingOptions["carriers"];
  places: KnownPlaces;
}

/** The id in a URL, or null. */
export const bookingIdIn = (search: URLSearchParams) => idIn(search, "id");
const idIn = (search: URLSearchParams, name: string) => addressId.safeParse(search.get(name)).data ?? null;

/** The form's start: empty, from a template, a copy, a draft or a submitted booking, by the URL. */
export async function formStart(visit: Visit, path: FormPath, url: URL): Promise<FormStart> {
  const search = url.searchParams;
  const id = idIn(search, "id");
  const draftKey = id ? "" : await formKeyIn(visit, url);
  const [choices, origin, made] = await Promise.all([
    formChoices(visit),
    id ? loadBooking(visit, id, search) : startBooking(visit, path, search, draftKey),
    id ? null : findMade(visit, "draft", draftKey),
  ]);
  const typed = fieldsOf(origin.content, visit.language);
  const fields = id ? typed : withDefaultParties(typed, choices.addresses);
  return {
    ...origin.start,
    editor: freshKey(visit),
    made,
    mergedAt: search.get("merged"),
    fields,
    ...figuresOf(visit, fields),
    checked: search.has("check") ? checkedReply(visit, origin.content, fields) : null,
    ...choices,
  };
}

/** A new booking begins with the company's default addresses, unless what it is made from names parties. */
function withDefaultParties(fields: BookingFields, addresses: readonly FormAddress[]): BookingFields {
  const begun = { ...fields };
  for (const role of ["shipper", "consignee"] as const) {
    const entry = defaultFor(addresses, role);
    if (entry && !begun[role]?.name && !begun[role]?.address) begun[role] = partyFrom(entry);
  }
  return begun;
}

function checkedReply(
  visit: Visit,
  content: BookingContent,
  fields: BookingFields,
): SubmissionResult<string[]> {
  const error: Record<string, string[]> = {};
  for (const { path, text } of faultTexts(content, visit)) {
    const name = fieldName(path);
    error[name] = [...(error[name] ?? []), text];
  }
  return { status: "error", initialValue: fields as SubmissionResult["initialValue"], error };
}

/** The options of the form. */
export async function formChoices(visit: Visit) {
  const [options, { addresses, total }, user, places] = await Promise.all([
    visit.read(bookingOptions, {}),
    readAddresses(visit),
    visit.user(),
    visit.user().then((user) => knownPlaces(visit, offeredRights(rightsOf(user)))),
  ]);
  return {
    ...options,
    addresses,
    hasMoreAddresses: total > addresses.length,
    places,
    countries: countryNames(visit.language),
    owner: user.userId,
  };
}

/** The first of the company's addresses that hold the text, as the form's fields have them. */
export async function readAddresses(
  visit: Visit,
  keyword?: string,
): Promise<{ addresses: FormAddress[]; total: number }> {
  const { rows, total } = await visit.read(addressList, { page: 1, pageSize: 100, keyword });
  const addresses = rows.map(({ version: _, updatedAt: __, updatedBy: ___, ...row }) => ({
    ...row,
    countryCode: countryName(row.countryCode, visit.language),
  }));
  return { addresses, total };
}

type Start = Pick<FormStart, "id" | "bookingNumber" | "version" | "draftKey" | "purpose" | "source">;

async function loadBooking(
  visit: Visit,
  id: string,
  search: URLSearchParams,
): Promise<{ content: BookingContent; start: Start }> {
  const booking = await visit.read(bookingDetail, { id });
  const purpose = purposeOf(booking, search.get("as"));
  if (!purpose) throw redirect(detailHref(id));
  const { bookingNumber, version, content } = booking;
  return { content, start: { id, bookingNumber, version, draftKey: "", purpose, source: null } };
}

function purposeOf(
  { actions }: Pick<BookingDetailData, "actions">,
  wanted: string | null,
): FormPurpose | null {
  if (actions.includes("saveDraft")) return "draft";
  if (wanted === "amend" && actions.includes("amend")) return "amend";
  return actions.includes("update") ? "update" : null;
}

async function startBooking(
  visit: Visit,
  path: FormPath,
  search: URLSearchParams,
  draftKey: string,
): Promise<{ content: BookingContent; start: Start }> {
  const start: Start = {
    id: null,
    bookingNumber: null,
    version: null,
    draftKey,
    purpose: "draft",
    source: null,
  };
  const template = idIn(search, "template");
  const copy = idIn(search, "copy");
  if (template) {
    const templateStart = await visit.read(bookingStart, { from: "template", id: template });
    const source = visit.t("bookings:from.template", { name: templateStart.source ?? "" });
    return { content: templateStart.content ?? emptyContent(path), start: { ...start, source } };
  }
  if (copy) {
    const { content, source } = await visit.read(bookingStart, { from: "copy", id: copy });
    return { content: content ?? emptyContent(path), start: { ...start, source: laneSource(visit, source) } };
  }
  const origin = search.get("origin")?.trim();
  const destination = search.get("destination")?.trim();
  if (path === formPaths.online && origin && destination) {
    // A place that is too long for any booking has no earlier booking; the form keeps it as typed.
    const isPlace = Math.max(origin.length, destination.length) <= PLACE_MAX;
    const laneStart = isPlace
      ? await visit.read(bookingStart, { from: "lane", origin, destination })
      : { content: null, source: null };
    const content = laneStart.content ?? { ...emptyContent(path), origin, destination };
    const none = visit.t("booking-form:lane.none");
    return {
      content,
      start: { ...start, source: laneStart.content ? laneSource(visit, laneStart.source) : none },
    };
  }
  return { content: emptyContent(path), start };
}

function laneSource(visit: Visit, source: string | null): string | null {
  return source && visit.t("booking-form:lane.found", { source });
}

/** Maximum length of a place in the provider's bookings. */
const PLACE_MAX = 100;
