/** Texts of the address book. */
export const addresses = {
  countryUnknown: "There is no such country: give its name or its code of two letters",
  postcodeFormat: "Not a postcode of {country}",
  phoneUnknown: "Not a phone number of {country}: for another country begin with + and its code",
  defaultOfOtherType: "Only an address of the same type can be the default",
  addressKnown: "The address book has this name with this address already",
  addressChanged: "{name} has changed this address meanwhile. Nothing was overwritten.",
  addressChangedByYou: "You have changed this address in another window. Nothing was overwritten.",
  addressTypeUnknown: "Should be pickup, deliver, or pickup and deliver",
  addressFlagUnknown: "Should be yes or empty",
  addressSecondDefault: "An earlier row of the file is the default already",
  addressTwice: "The same name and address as in line {line}",
  addressFileHead: "The first row has to name the columns, among them name and address",
  addressImportDone: "This file has been imported already",
} as const;
