import type { AddressEntry } from "#app/contract/address.ts";
import type { partyRoles } from "#app/contract/freight-code.ts";
import type { PartyFields } from "../booking-fields.ts";

/** An address that the form offers, its country in the reader's language. */
export type FormAddress = Pick<
  AddressEntry,
  | "id"
  | "type"
  | "isDefaultPickup"
  | "isDefaultDelivery"
  | "name"
  | "address"
  | "postcode"
  | "state"
  | "countryCode"
  | "contactNumber"
>;
export type Role = (typeof partyRoles)[number];

/** What a search of the address book found for a party. */
export interface AddressHits {
  keyword: string;
  addresses: FormAddress[];
  /** All that hold the keyword, also those that are not among `addresses`. */
  total: number;
}

/** The fields of a party that takes the address over. */
export const partyFrom = ({
  name,
  address,
  postcode,
  state,
  countryCode,
  contactNumber,
}: FormAddress): PartyFields => ({
  name,
  address,
  postcode,
  state,
  countryCode,
  contactNumber,
  isAddedToAddressBook: "",
});

/** Whether the address is of the kind that the role needs (product 3.4: 2 pickup, 3 deliver). */
export const suits = ({ type }: FormAddress, role: Role): boolean =>
  role === "notifyParty" || type !== (role === "shipper" ? "3" : "2");

/** The address with which a new booking begins. */
export const defaultFor = (addresses: readonly FormAddress[], role: Role): FormAddress | undefined =>
  addresses.find(
    ({ isDefaultPickup, isDefaultDelivery }) =>
      (role === "shipper" && isDefaultPickup) || (role === "consignee" && isDefaultDelivery),
  );
