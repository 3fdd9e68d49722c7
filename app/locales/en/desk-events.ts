/** Events that no shipment has, at the forwarder's desk. */
export default {
  title: "Events without a shipment · {{part}}",
  tabs: "Kinds of events",
  tab: { waiting: "Waiting", aside: "Set aside", quarantine: "Quarantine", place: "Add a place" },
  lead: {
    waiting: "Their shipment does not exist yet. They are added to it as soon as it does.",
    aside:
      "They have waited too long, or their sender has too many. They are no longer added to later shipments.",
    quarantine: "Something in them cannot be right. They update no shipment.",
    place: "A place that events or shipments name and the house does not know yet.",
  },
  noneTitle: "Nothing here",
  none: {
    waiting: "Every event has its shipment.",
    aside: "No event was set aside.",
    quarantine: "No event is in quarantine.",
  },
  total_one: "{{count}} event",
  total_other: "{{count}} events",
  from: "From {{source}}, received {{time}}",
  house: "the house",
  reason: { TIME: "It has waited too long.", NUMBER: "Its sender has too many that wait." },
  houseNumber: "House number (H#)",
  match: "Match to this shipment",
  retry: "Try again",
  retryNamed: "Try again: {{title}}",
  retryAll: "Try all again",
  stays: "It stays in quarantine: {{reasons}}",
  payload: "The event as it was sent",
  place: {
    kind: "Kind",
    kinds: { PORT: "Port", AIRPORT: "Airport", INLAND: "Inland place" },
    code: "Code",
    codeHint: "UN/LOCODE such as DEHAM; of an airport three letters such as FRA.",
    name: "Name in English",
    nameZh: "Name in Chinese",
    countryCode: "Country",
    countryHint: "Two letters, such as DE.",
    timeZone: "Time zone",
    zoneHint: "Such as {{zone}}.",
    latitude: "Latitude",
    longitude: "Longitude",
    add: "Add the place",
  },
  flash: {
    matched: "The event is matched to {{number}}",
    released: "The event has left the quarantine",
    retried: "Tried again: events whose shipment is there are with it now",
    placeAdded: "The place {{number}} is added",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-events": typeof import("./desk-events.ts").default;
  }
}
