/** Product 3.4: 2 pickup, 3 deliver, 4 pickup and deliver. */
export const addressTypes = ["2", "3", "4"] as const;
export type AddressType = (typeof addressTypes)[number];

/** The columns of an address in forms, lists and files, in display order. */
export const addressFieldNames = [
  "type",
  "name",
  "address",
  "postcode",
  "state",
  "countryCode",
  "contactNumber",
  "isDefaultPickup",
  "isDefaultDelivery",
] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];
