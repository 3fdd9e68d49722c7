import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import validator, { type PostalCodeLocale } from "validator";
import { type AddressFields, addressFields } from "#app/contract/address.ts";
import type { AddressFieldName } from "#app/contract/address-code.ts";
import type { FieldFaults } from "#app/contract/envelope.ts";
import type { Language } from "#app/contract/user.ts";
import { countryName, isCountryCode } from "#app/lib/country-code.ts";
import { type MessageKey, message } from "../texts/message.ts";

/** One fault of an address, in words. */
export interface AddressFault {
  field: AddressFieldName;
  message: string;
}

/** Faults of an address, at most one a field: a booking that took it over could not be sent. */
export function addressFaults(fields: AddressFields, language: Language): AddressFault[] {
  const { type, name, address, countryCode, postcode, contactNumber } = fields;
  const faults = new Map<AddressFieldName, string>();
  const say = (field: AddressFieldName, key: MessageKey, values: Record<string, string> = {}) =>
    faults.set(field, message(key, language, values));
  for (const [field, text] of Object.entries({ name, address, countryCode }))
    if (text === "") say(field as AddressFieldName, "cannotBeEmpty");
  if (countryCode !== "" && !isCountryCode(countryCode)) say("countryCode", "countryUnknown");
  if (isCountryCode(countryCode)) {
    const country = countryName(countryCode, language);
    if (postcode !== "" && !isPostcodeOf(countryCode, postcode))
      say("postcode", "postcodeFormat", { country });
    if (contactNumber !== "" && !isPhoneNumber(contactNumber, countryCode))
      say("contactNumber", "phoneUnknown", { country });
  }
  if (fields.isDefaultPickup && type === "3") say("isDefaultPickup", "defaultOfOtherType");
  if (fields.isDefaultDelivery && type === "2") say("isDefaultDelivery", "defaultOfOtherType");
  for (const { path, code, maximum } of lengthFaults(fields))
    if (code === "too_big") say(path, "tooLong", { maximum });
  return [...faults].map(([field, text]) => ({ field, message: text }));
}

/** The same as the `data` of a refusal. */
export const fieldFaults = (faults: readonly AddressFault[]): FieldFaults => ({
  fields: faults.map(({ field, message: text }) => ({ path: field, message: text })),
});

function lengthFaults(fields: AddressFields) {
  const checked = addressFields.safeParse(fields);
  return (checked.error?.issues ?? []).map((issue) => ({
    path: issue.path[0] as AddressFieldName,
    code: issue.code,
    maximum: issue.code === "too_big" ? String(issue.maximum) : "",
  }));
}

/** Countries whose format the library does not know take any postcode. */
const isPostcodeOf = (countryCode: string, postcode: string): boolean =>
  !isKnownFormat(countryCode) ||
  // "L-1546", "D-20457": letters of the country before the code, as many write them.
  [postcode, postcode.replace(/^[A-Z]{1,3}-/, "")].some((code) => validator.isPostalCode(code, countryCode));
const isKnownFormat = (countryCode: string): countryCode is PostalCodeLocale =>
  (validator.isPostalCodeLocales as string[]).includes(countryCode);

/** Whether a phone with this number can exist; a number without "+" is one of the address's country. */
function isPhoneNumber(text: string, countryCode: string): boolean {
  const number = parsePhoneNumberFromString(text, {
    defaultCountry: countryCode as CountryCode,
    extract: false,
  });
  return number?.isValid() ?? false;
}
