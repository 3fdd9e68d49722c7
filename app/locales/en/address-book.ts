/** The address book in the browser; what loaders and actions say is in `addresses`. */
export default {
  caption: "Addresses",
  statusTabs: "Type",
  clear: "Clear",
  keyword: "Name or address",
  add: "Add an address",
  export: { csv: "Download as CSV", xlsx: "Download as XLSX" },
  empty: {
    noneTitle: "No addresses yet",
    noneText:
      "Add the places where your goods are fetched and delivered: bookings take them over in one press.",
    noneTextReadOnly: "As soon as a colleague adds an address, it appears here.",
    filteredTitle: "No address fits",
    filteredText: "Take a filter away, or search for other words.",
  },
  field: {
    type: "Type",
    name: "Name",
    address: "Address",
    postcode: "Postcode",
    state: "State or province",
    countryCode: "Country",
    contactNumber: "Phone",
    isDefaultPickup: "Default for pickup: new bookings begin with it as the shipper",
    isDefaultDelivery: "Default for delivery: new bookings begin with it as the consignee",
  },
  phoneHint: "Of another country: with + and its code",
  save: "Save",
  back: "To the address book",
  remove: "Remove",
  removeQuestion: "Remove {{name}}, {{address}}? Bookings keep what they took from it.",
  import: {
    open: "Import",
    lead: "Choose a CSV or XLSX file. You see what it would change before anything is changed.",
    file: "File",
    read: "Read the file",
    run: "Import now",
    nothing: "There is nothing to import.",
    another: "Choose another file",
    line: "Line",
    why: "Why",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "address-book": typeof import("./address-book.ts").default;
  }
}
