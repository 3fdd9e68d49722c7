import { data, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import { saveFormChange } from "#app/components/begun-form.server.ts";
import type { BegunConflict } from "#app/components/begun-form.tsx";
import type { FormReply } from "#app/components/form.tsx";
import { refusedPress, requiredFields } from "#app/components/form-reply.server.ts";
import type { Choice } from "#app/components/list/list-view.ts";
import {
  type AddressFields,
  addressDetail,
  addressRegions,
  addressRemove,
  addressSave,
} from "#app/contract/address.ts";
import { addressFieldNames, addressTypes } from "#app/contract/address-code.ts";
import { addressId } from "#app/contract/wire.ts";
import { countryCodeOf, countryName, countryNames, isCountryCode } from "#app/lib/country-code.ts";
import type { Line } from "#app/lib/moment.ts";
import { ADDRESSES, removeHref } from "./paths.ts";
import { typeText } from "./type-text.server.ts";

const EMPTY = "shell:form.empty";
const required = z.string({ error: EMPTY }).trim().min(1, EMPTY);
const optional = z.string().trim().default("");

/** What the form can judge: lengths and the formats of each country are the provider's. */
const schema = z.object({
  type: z.enum(addressTypes).catch("4"),
  name: required,
  address: required,
  postcode: optional,
  state: optional,
  countryCode: required,
  contactNumber: optional,
  isDefaultPickup: z.boolean().default(false),
  isDefaultDelivery: z.boolean().default(false),
});

export type AddressFormFields = Partial<Record<(typeof addressFieldNames)[number], string>>;

export interface AddressStart {
  id: string | null;
  version: number | null;
  fields: AddressFormFields;
  required: string[];
  types: Choice[];
  countries: string[];
  regions: string[];
  changed: Line | null;
  removeHref: string | null;
}

export interface AddressReply extends FormReply {
  conflict?: BegunConflict;
  /** Regions of the country that was typed. */
  regions: string[];
}

/** The id in a URL, or null. */
export const addressIdIn = (search: URLSearchParams) => addressId.safeParse(search.get("id")).data ?? null;

export async function addressStart(visit: Visit, id: string | null): Promise<AddressStart> {
  const entry = id === null ? null : await visit.read(addressDetail, { id });
  const { t, language } = visit;
  const by = (time = "") => [time, entry?.updatedBy].filter(Boolean).join(" · ");
  return {
    id,
    version: entry?.version ?? null,
    fields: entry ? typedFields(entry, visit) : { type: "4" },
    required: requiredFields(schema),
    types: addressTypes.map((type) => [type, typeText(type, t)]),
    countries: countryNames(language),
    regions: await regionsOf(visit, entry?.countryCode ?? ""),
    changed:
      entry?.updatedAt || entry?.updatedBy
        ? visit.dated(entry.updatedAt, (time) => t("addresses:changed", { by: by(time) }))
        : null,
    removeHref: id && visit.offers(addressRemove) ? removeHref(id) : null,
  };
}

const typedFields = (entry: AddressFields, { language }: Visit): AddressFormFields => ({
  type: entry.type,
  name: entry.name,
  address: entry.address,
  postcode: entry.postcode,
  state: entry.state,
  countryCode: countryName(entry.countryCode, language),
  contactNumber: entry.contactNumber,
  isDefaultPickup: entry.isDefaultPickup ? "on" : "",
  isDefaultDelivery: entry.isDefaultDelivery ? "on" : "",
});

/** Names of the subdivisions of a country as typed; none for one that is not known. */
export async function regionsOf(visit: Visit, typed: string): Promise<string[]> {
  const countryCode = countryCodeOf(typed);
  if (!isCountryCode(countryCode) || !visit.offers(addressRegions)) return [];
  const regions = await visit.readOptional(addressRegions, { countryCode });
  return regions?.names ?? [];
}

/** Saves a new address, or what was touched of a stored one. */
export async function saveAddress(visit: Visit, id: string | null, form: FormData) {
  const entry = id === null ? null : await visit.read(addressDetail, { id });
  const saved = await saveFormChange({
    visit,
    form,
    schema,
    stored: entry ? { ...typedFields(entry, visit) } : {},
    version: entry?.version ?? null,
    write: (value, version) =>
      visit.write(
        addressSave,
        { id, version, ...value, countryCode: countryCodeOf(value.countryCode) },
        { key: String(form.get("requestId")) },
      ),
    field: shownField(visit),
  });
  if ("answer" in saved) {
    const { data: answer, init } = saved.answer;
    const regions = await regionsOf(visit, String(form.get("countryCode") ?? ""));
    return data<AddressReply>({ ...answer, regions }, init ?? undefined);
  }
  visit.session.flash({ kind: "success", key: "addressSaved" });
  return redirect(ADDRESSES);
}

/** Names and values of the fields as people read them. */
const shownField =
  ({ t }: Visit) =>
  (name: string) => {
    const field = addressFieldNames.find((each) => each === name) ?? "name";
    const typeOf = (text: string) => typeText(addressTypes.find((type) => type === text) ?? "4", t);
    return {
      label: t(`address-book:field.${field}`),
      shown: (text: string) => (field === "type" ? typeOf(text) : text),
    };
  };

export async function removeAddress(visit: Visit, id: string, form: FormData) {
  const key = String(form.get("requestId"));
  const result = await visit.write(addressRemove, { id }, { key });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "addressRemoved" });
  return redirect(ADDRESSES);
}
