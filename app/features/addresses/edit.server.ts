import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { Visit } from "#app/access/visit.server.ts";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import type { FormReply } from "#app/components/form.tsx";
import { faulty, invalid, refusedPress, requiredFields } from "#app/components/form-reply.server.ts";
import type { Choice } from "#app/components/list/list-view.ts";
import {
  type AddressFields,
  addressConflict,
  addressDetail,
  addressRegions,
  addressRemove,
  addressSave,
} from "#app/contract/address.ts";
import { addressFieldNames, addressTypes } from "#app/contract/address-code.ts";
import { CODE_CONFLICT } from "#app/contract/code.ts";
import { addressId } from "#app/contract/wire.ts";
import { countryCodeOf, countryName, countryNames, isCountryCode } from "#app/lib/country-code.ts";
import { ADDRESSES, editHref, removeHref } from "./paths.ts";
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
  changed: string | null;
  removeHref: string | null;
}

export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}
export interface AddressConflict {
  title: string;
  text: string;
  theirs: string;
  version: number;
  differences: Difference[];
  href: string;
}
export interface AddressReply extends FormReply {
  conflict: AddressConflict | null;
  /** Of the country that was typed. */
  regions: string[];
}

/** The id in a URL, or null. */
export const addressIdIn = (search: URLSearchParams) => addressId.safeParse(search.get("id")).data ?? null;

export async function addressStart(visit: Visit, id: string | null): Promise<AddressStart> {
  const entry = id === null ? null : await visit.read(addressDetail, { id });
  const { t, language } = visit;
  const changed =
    entry && [visit.stamp(entry.updatedAt ?? null), entry.updatedBy].filter(Boolean).join(" · ");
  return {
    id,
    version: entry?.version ?? null,
    fields: entry ? typedFields(entry, visit) : { type: "4" },
    required: requiredFields(schema),
    types: addressTypes.map((type) => [type, typeText(type, t)]),
    countries: countryNames(language),
    regions: await regionsOf(visit, entry?.countryCode ?? ""),
    changed: changed ? t("addresses:changed", { by: changed }) : null,
    removeHref: id && visit.offers(addressRemove) ? removeHref(id) : null,
  };
}

const typedFields = (entry: AddressFields, { language }: Visit): AddressFormFields => ({
  ...entry,
  countryCode: countryName(entry.countryCode, language),
  isDefaultPickup: entry.isDefaultPickup ? "on" : "",
  isDefaultDelivery: entry.isDefaultDelivery ? "on" : "",
});

/** Names of the subdivisions of a country as typed; none for one that is not known. */
export async function regionsOf(visit: Visit, typed: string): Promise<string[]> {
  const countryCode = countryCodeOf(typed);
  if (!isCountryCode(countryCode) || !visit.offers(addressRegions)) return [];
  const found = await visit.readBeside(addressRegions, { countryCode });
  return found?.names ?? [];
}

export async function saveAddress(visit: Visit, id: string | null, form: FormData) {
  const submission = parseWithZod(form, { schema });
  const regions = await regionsOf(visit, String(form.get("countryCode") ?? ""));
  const shownAgain = <T extends { data: FormReply; init: ResponseInit | null }>(
    answer: T,
    conflict: AddressConflict | null,
  ) => data<AddressReply>({ ...answer.data, conflict, regions }, answer.init ?? undefined);
  if (submission.status !== "success") return shownAgain(invalid(submission), null);
  const fields = { ...submission.value, countryCode: countryCodeOf(submission.value.countryCode) };
  const version =
    z.coerce
      .number()
      .int()
      .safeParse(form.get("version") || null).data ?? null;
  const given = { id, version: id === null ? null : version, ...fields };
  const result = await visit.write(addressSave, given, { key: String(form.get("requestId")) });
  if (!result.isDone) {
    const conflict =
      result.fault.code === CODE_CONFLICT ? conflictOf(visit, result.fault, submission.payload) : null;
    return shownAgain(faulty(submission, result.fault), conflict);
  }
  visit.session.flash({ kind: "success", key: "addressSaved" });
  return redirect(ADDRESSES);
}

function conflictOf(
  visit: Visit,
  { data: told }: WriteFault,
  mine: Record<string, unknown>,
): AddressConflict | null {
  const found = addressConflict.safeParse(told);
  if (!found.success) return null;
  const { conflict } = found.data;
  const { t } = visit;
  const theirs = typedFields(conflict, visit);
  const shown = (name: keyof AddressFormFields, value: string) => {
    if (name === "type") return typeText(addressTypes.find((type) => type === value) ?? "4", t);
    if (name === "isDefaultPickup" || name === "isDefaultDelivery")
      return t(value ? "addresses:yes" : "addresses:no");
    return value;
  };
  return {
    title: t(conflict.isOwn ? "addresses:conflict.ownTitle" : "addresses:conflict.title"),
    text: t(conflict.isOwn ? "addresses:conflict.ownText" : "addresses:conflict.text", {
      name: conflict.updatedBy ?? t("addresses:conflict.somebody"),
    }),
    theirs: t(conflict.isOwn ? "addresses:conflict.own" : "addresses:conflict.theirs"),
    version: conflict.version,
    href: editHref(conflict.id),
    differences: addressFieldNames.flatMap((name) => {
      const [own, other] = [String(mine[name] ?? "").trim(), theirs[name] ?? ""];
      if (own === other) return [];
      return [{ label: t(`addresses:field.${name}`), mine: shown(name, own), theirs: shown(name, other) }];
    }),
  };
}

export async function removeAddress(visit: Visit, id: string, form: FormData) {
  const key = String(form.get("requestId"));
  const result = await visit.write(addressRemove, { id }, { key });
  if (!result.isDone) return refusedPress(result.fault, key);
  visit.session.flash({ kind: "success", key: "addressRemoved" });
  return redirect(ADDRESSES);
}
