/** Used in the loader only. */
export default {
  title: "Dashboard",
  noMenus: {
    title: "Nothing has been opened for you yet",
    text: "Your account has no menus. Please ask your administrator or your forwarder to give you a role.",
  },
  needs: "Needs you",
  lists: "Lists of shipments",
  states: "{{count}} open shipments",
  state: {
    head: "State",
    count: "Shipments",
    delayed: "Delayed",
    arrived: "Arrived, not yet delivered",
    underWay: "Under way, on time",
    booked: "Booked, on time",
  },
  arrivals: "Arrivals in the next 14 days",
  need: {
    delayed_one: "See {{number}} late shipment",
    delayed_other: "See {{number}} late shipments",
    ownTurn_one: "Take the next step on {{number}} shipment",
    ownTurn_other: "Take the next step on {{number}} shipments",
    customersTurn_one: "Follow up {{number}} shipment that waits for its customer",
    customersTurn_other: "Follow up {{number}} shipments that wait for customers",
    none: "Nothing needs you right now.",
  },
  map: {
    title: "On the way",
    alt_one: "Map with {{count}} shipment on the way.",
    alt_other: "Map with {{count}} shipments on the way.",
    all_one: "{{number}} shipment on the way",
    all_other: "{{number}} shipments on the way",
    first: "The map shows the {{count}} that arrive first.",
    about: "About the map",
  },
  onTime: {
    title: "Arrived on time",
    arrived_one: "of {{number}} arrival in the last {{days}} days",
    arrived_other: "of {{number}} arrivals in the last {{days}} days",
    before: "{{share}} in the {{days}} days before",
    about: "What on time means",
    none: "no data yet",
    note: "On time: at most one calendar day after the first ETA, by the local time of the place of arrival. {{number}} of them without an ETA or a confirmed arrival are not in the share.",
  },
  news: {
    title: "Since your last visit",
    since: "News of shipments since {{time}}.",
    none: "Nothing was heard of your shipments since then.",
    all: "{{number}} shipments with news",
  },
  all: "Show all",
  arrange: "Arrange the page",
  block: {
    needs: "Needs you",
    states: "Open shipments by state",
    arrivals: "Arrivals in the next 14 days",
    map: "Map of what is on the way",
    news: "Since your last visit",
    onTime: "Arrived on time",
    lists: "Lists of shipments",
  },
  arranging: {
    lead: "Only you see the page like this. A block with nothing to show stays hidden.",
    legend: "Shown blocks, in their order",
    up: "Up",
    down: "Down",
    save: "Save",
    reset: "Reset to default",
    back: "Back to the dashboard",
  },
  flash: {
    arranged: "The dashboard is arranged as you chose.",
    reset: "The dashboard is back to its default.",
  },
  hidden: {
    title: "Every block is hidden",
    text: "Choose which of them the page shows, and in which order.",
  },
  list: {
    delayed: "Delayed",
    arriving: "Arriving this week",
    Latest_Active_Shipments: "Latest active shipments",
    In_Transit_Shipments: "In transit, not yet arrived",
    Booked_Shipments: "Booked",
    Latest_Booked_Shipments: "Booked in the last 7 days",
  },
  none: {
    delayed: "Nothing is delayed.",
    arriving: "Nothing is due to arrive within 7 days.",
    Latest_Active_Shipments: "Nothing is booked or on its way.",
    In_Transit_Shipments: "Nothing is on its way.",
    Booked_Shipments: "Nothing waits for departure.",
    Latest_Booked_Shipments: "Nothing was booked in the last 7 days.",
  },
  empty: {
    title: "No shipments yet",
    text: "They appear here as soon as your forwarder has taken your first booking.",
    deskText: "They appear here as soon as your desk has made one of a customer's booking.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    dashboard: typeof import("./dashboard.ts").default;
  }
}
