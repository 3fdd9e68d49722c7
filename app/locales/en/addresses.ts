/** Texts of the address book that loaders and actions use. */
export default {
  title: {
    list: "Address book",
    add: "Add an address",
    edit: "Address",
    remove: "Remove an address",
    import: "Import addresses",
  },
  allTypes: "All",
  type: { pickup: "Pickup", deliver: "Deliver", both: "Pickup and deliver" },
  column: {
    name: "Name",
    type: "Type",
    address: "Address",
    country: "Country",
    contactNumber: "Phone",
    updated: "Changed",
  },
  field: {
    type: "Type",
    name: "Name",
    address: "Address",
    postcode: "Postcode",
    state: "State or province",
    countryCode: "Country",
    contactNumber: "Phone",
    isDefaultPickup: "Default for pickup",
    isDefaultDelivery: "Default for delivery",
  },
  yes: "Yes",
  no: "No",
  changed: "Last changed: {{by}}",
  import: {
    leftOut: "Rows that will not be imported",
    limits: "At most {{rows}} rows and {{size}} MB",
    columns: "The first row names the columns, in any order: {{names}}. Name and address are needed.",
    comma: ", ",
    dryTitle: "{{file}}: nothing has been changed yet",
    doneTitle: "{{file}} has been imported",
    state: {
      added: "New: {{count}}",
      changed: "Changed: {{count}}",
      same: "The same as in the address book: {{count}}",
      twice: "Twice in the file, not imported: {{count}}",
      faulty: "With a fault, not imported: {{count}}",
    },
    unknownColumns: "Columns that are not read: {{names}}",
    fault: "{{field}}: {{message}}",
    more: "Further rows that will not be imported: {{count}}",
    lacking: "The forwarder's system takes no files of addresses, so none was sent.",
    timeout: "The upload stood still for too long. Please send the file again.",
    unreachable:
      "The forwarder's system cannot be reached, so nothing was sent. Please try again in a moment.",
    lost: "The connection to the forwarder's system broke off. Please send the file again: nothing was changed.",
    malformed:
      "The forwarder's system gave no clear answer. Please send the file again: nothing was changed.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    addresses: typeof import("./addresses.ts").default;
  }
}
