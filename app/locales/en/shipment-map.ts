/** The map of a shipment; used in loaders only. */
export default {
  title: "{{houseNumber}} · Map",
  titleWithout: "Map",
  heading: "Journey of H# {{houseNumber}}",
  back: "Shipment",
  link: "Map",
  none: "There is no map of this shipment: your forwarder's system does not offer one.",
  noPositions: "There is no map: the position of one or more of these places is not known.",
  alt: "World map with the journey: {{legs}}.",
  altMany: "World map with {{count}} shipments under way. The table below says where each of them is.",
  altPanel: "Map of the journey: {{steps}}",
  altLeg: "{{from}} to {{to}} {{by}}, {{state}}",
  legend:
    "Solid line and filled dots: done. Dashed line and empty dots: to come. The ring shows where the cargo is, estimated from the times of departure and arrival.",
  overview:
    "A dot is a shipment, an exclamation mark a late one, estimated from the times of departure and arrival.",
  late: "The part to come is red and marked with an exclamation mark, because the shipment is delayed.",
  legs: "Legs",
  column: { leg: "Leg", by: "By", distance: "Distance", state: "State" },
  leg: "{{from}} → {{to}}",
  by: { VESSEL: "by sea", AIR: "by air", TRUCK: "by road", RAIL: "by rail", BARGE: "by barge" },
  state: { done: "done", underWay: "under way", open: "to come" },
  underWay: "under way, about {{percent}} % done",
  km: "{{km}} km",
  seaKm: "{{km}} km ({{miles}} nautical miles)",
  airLine: "{{km}} km as the crow flies",
  unknown: "not known",
  total: "Together {{km}} km, of which {{done}} km are done.",
  basis:
    "Distances by sea follow sea lanes, by air the shortest line over the globe. Roads, rails and rivers are longer than the straight line given here.",
  sources: "Data:",
  closeUp: "Open the picture",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "shipment-map": typeof import("./shipment-map.ts").default;
  }
}
