/** Carriers and vessels that were not known, at the desk. */
export default {
  title: "Carriers and vessels that are not known",
  lead: "Names of carriers in bookings of the last 180 days that are no carrier's, and vessels of which only the IMO number is known. Once a name is assigned, shipments and messages that are made of bookings with it have the carrier.",
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
