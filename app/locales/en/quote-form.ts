export default {
  lead: "Your forwarder answers within 24-48 hours.",
  freight: "Freight",
  tag: "Tag",
  tagHint: "Your own word for it, such as a project or an order.",
  mode: "Freight mode",
  service: "Service",
  incoterms: "Incoterms",
  noIncoterms: "Not decided yet",
  seaTermOnly:
    "FAS, FOB, CFR and CIF are for sea and inland waterway only. By air or road FCA, CPT or CIP fit.",
  route: "Route",
  origin: "Origin",
  destination: "Destination",
  placeHint: "City, port or code, such as Shenzhen, CNSZX or FRA.",
  originZip: "Zipcode of origin",
  destinationZip: "Zipcode of destination",
  pickupLocation: "Pickup location",
  deliveryLocation: "Delivery location",
  locationHint: "Street and city; it may stay empty when the zipcode says enough.",
  readyDate: "Cargo ready date",
  packages: "Packages",
  containers: "Containers",
  container: {
    row: "Container type {{number}}",
    containerType: "Type",
    count: "How many",
    choose: "Choose",
    add: "Add a type",
    remove: "Remove type {{number}}",
  },
  goods: "Goods",
  specialGoods: "Special goods",
  batteryTypes: "Which batteries",
  cargoAircraftOnly: "UN3480 and UN3090 fly on cargo aircraft only. Passenger flights do not take them.",
  cargoDetails: "Cargo details",
  cargoDetailsHint: "What it is, HS code, temperature, stackability: whatever decides the price.",
  submit: "Request the quote",
  save: "Save the request",
  cancel: "Cancel",
  conflict: {
    field: "Field",
    mine: "Yours",
    empty: "empty",
    keepMine: "Keep mine",
    change: "Change {{quoteNumber}} to this",
    another: "Request another quote",
    open: "Open {{quoteNumber}}",
  },
  made: {
    text: "This form was sent already, as quote {{quoteNumber}}.",
    another: "Request another quote",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "quote-form": typeof import("./quote-form.ts").default;
  }
}
