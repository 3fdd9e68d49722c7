/** Carriers and vessels that were not known, at the desk. */
export default {
  title: "Unmatched carriers and vessels",
  lead: "Carrier names in bookings of the last 180 days that match no carrier, and vessels with an IMO number only. Once you assign a name, shipments and messages made from these bookings have the carrier.",
  none: "Nothing is unknown",
  noneText: "All carriers in bookings and all vessels in events are known.",
  unknown: "Carriers",
  picked: 'Which carrier is "{{name}}"?',
  sameAs: "It is the same as",
  choose: "Choose a carrier",
  assign: "Assign the name",
  code: "Code of the new carrier",
  codeHint: "SCAC of four letters, or the two characters of an airline.",
  carrierName: "Name of the new carrier",
  modeLabel: "Carries by",
  add: "Add the carrier",
  mode: { AIR: "Air", OCEAN: "Sea", TRUCK: "Road" },
  bookings_one: "{{count}} booking",
  bookings_other: "{{count}} bookings",
  shipments_one: "{{count}} shipment",
  shipments_other: "{{count}} shipments",
  last: "last {{time}}",
  vessels: "Vessels without a name",
  vessel: "Name of vessel {{imo}}",
  save: "Save",
  saveVessel: "Save the name of vessel {{imo}}",
  assignedTitle: "Assigned names",
  means: "means",
  carrier: "{{name}} ({{code}})",
  by: "{{name}}, {{time}}",
  takeBack: "Take back",
  takeBackName: "Take back what {{name}} means",
  flash: {
    assigned: "The name is assigned",
    takenBack: "The name is not assigned any more",
    added: "The carrier is added",
    vesselNamed: "The vessel has a name",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-names": typeof import("./desk-names.ts").default;
  }
}
