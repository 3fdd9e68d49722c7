/** The three tracking areas; used in loaders and actions only. */
export default {
  title: {
    tracking: { house: "Tracking by house number", po: "Tracking by PO number" },
    appleTracking: { sku: "Apple Tracking by PO and SKU" },
    ytdTracking: { year: "Tracking, year to date" },
    numbers: "Tracking of many numbers",
  },
  lead: {
    appleTracking: "The programme's orders, a row for each PO and SKU line: ordered, and of that shipped.",
    ytdTracking:
      "What has departed this year up to now, by month and by lane. Each count leads to its shipments.",
  },
  grouping: { po: "By PO number" },
  search: {
    houseNumber: "House number",
    poNumber: "PO number",
    skuNumber: "SKU number",
    shipper: "Shipper's name",
    consignee: "Consignee's name",
    filters: "Parties and numbers",
  },
  kind: {
    H: "house number",
    M: "master number",
    AWB: "air waybill",
    CNTR: "container",
    PO: "PO",
  },
  numbers: {
    title: "Look up many numbers at once",
    label: "Numbers",
    hint: "Up to 200, in any mixture: house, master, container, air waybill and PO numbers, with commas, spaces, tabs or lines between them, for example a column of a spreadsheet.",
    button: "Look up",
    none: "Enter at least one number.",
    tooMany: "These are {{count}} numbers, and at most {{max}} can be looked up at once. Take some away.",
    tooLong: "These numbers are too long to be looked up at once. Take some away.",
    summary: "Numbers: {{count}}. Found: {{known}}, unknown: {{unknown}}.",
    wrongCount: "With a wrong check digit: {{count}}.",
    doubles: "Given more than once and merged: {{count}}.",
    wrongDigit: "{{number}}: the last digit should be {{digit}}. Compare it with the papers.",
    correct: "Look up {{number}} instead",
    unknown: "Nothing was found for these numbers ({{count}})",
    caption: "Shipments by number",
    more: "The latest {{shown}} of {{count}} shipments",
  },
  map: {
    title: "Map of all that are under way",
    none: "None of these shipments is under way.",
  },
  order: "PO {{number}}",
  orders: {
    caption: "Shipments by PO",
    none: "No orders yet",
    noneText: "An order appears here as soon as a shipment carries one of its lines.",
    noMatch: "No order matches",
    noMatchText: "Check the number, or search for its first characters only.",
  },
  lines: {
    caption: "PO and SKU lines",
    note: "Lines: {{count}}. Shipments: {{shipments}}.",
    quantity: "{{pieces}} pcs, {{cartons}} ctn",
  },
  column: {
    sku: "SKU",
    description: "Goods",
    ordered: "Ordered",
    shipped: "Shipped",
    orderedAmount: "Amount ordered",
    shippedAmount: "Amount shipped",
    supplier: "Supplier",
    shipments: "Shipments",
    month: "Month",
    lane: "Lane",
    count: "Shipments",
    weight: "Gross weight (KG)",
    volume: "Volume (CBM)",
    teu: "TEU",
  },
  totals: {
    toDate: "{{year}} to date",
    year: "{{year}}",
    note: "A shipment counts in the month of its departure: the actual one, or the ETD while none is reported. TEU are those of full containers.",
    byMonth: "By month",
    byLane: "By lane",
    all: "Together",
    lane: "{{from}} ({{fromCode}}) → {{to}} ({{toCode}}), {{mode}}",
    lanesShown: "The {{shown}} busiest of {{count}} lanes",
    departed: "Departed in {{when}}",
    years: "Other years",
  },
  detail: {
    title: "{{houseNumber}} · {{area}}",
    full: "The whole shipment",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    tracking: typeof import("./tracking.ts").default;
  }
}
