/** Names of common price lines and their units; other lines are shown as the forwarder wrote them. */
export default {
  description: {
    "air-freight": "Air freight",
    "ocean-freight": "Ocean freight",
    "line-haul": "Line haul",
    "fuel-surcharge": "Fuel surcharge",
    security: "Security",
    "air-waybill": "Air waybill",
    "bill-of-lading": "Bill of lading",
    "terminal-handling-at-origin": "Terminal handling at origin",
    "terminal-handling-at-destination": "Terminal handling at destination",
    "container-freight-station": "Container freight station",
    "pick-up": "Pick-up",
    delivery: "Delivery",
    "customs-clearance": "Customs clearance",
    documentation: "Documentation",
    insurance: "Insurance",
    demurrage: "Demurrage",
    detention: "Detention",
    storage: "Storage",
    warehousing: "Warehousing",
  },
  unit: {
    kg: "kg",
    "w-m": "W/M",
    awb: "AWB",
    "b-l": "B/L",
    truck: "truck",
    trip: "trip",
    container: "container",
    shipment: "shipment",
    cbm: "CBM",
    day: "day",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "price-line": typeof import("./price-line.ts").default;
  }
}
