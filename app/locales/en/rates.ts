/** Rate sheets of the desk: texts of loaders and actions. */
export default {
  title: "Rates",
  comma: ", ",
  days: "{{from}} to {{to}}",
  importedBy: "{{time}}, {{person}}",
  column: {
    sheet: "Sheet",
    mode: "Mode",
    carrier: "Carrier",
    transitDays: "Transit days",
    origin: "Origin",
    destination: "Destination",
    currency: "Currency",
    validFrom: "Valid from",
    validTo: "Valid to",
    chargeCode: "Charge code",
    charge: "Charge",
    unit: "Unit",
    container: "Container",
    price: "Price",
    minimum: "Minimum",
    cost: "Cost",
    margin: "Margin %",
  },
  import: {
    limits: "At most {{size}} MB and {{rows}} rows.",
    columns:
      "The first row names the columns: {{names}}, and weight breaks by air as N, Q45, Q100, Q300 and so on. Units are kg (chargeable), W/M, CBM, container, shipment and % (of the freight, which is the first charge of its sheet).",
    dryTitle: "What {{file}} would put in force",
    doneTitle: "What {{file}} has put in force",
    rows: "{{count}} rows",
    sheet: "Sheet {{sheet}}: {{rows}} rows, which replace {{replaces}}",
    faultyRows: "{{count}} rows are not right",
    unknownColumns: "Columns that are not read: {{names}}",
    fault: "{{column}}: {{message}}",
    heldUp: "Nothing can be imported before these rows are right in the file.",
    faulty: "Rows that are not right",
    more: "And {{count}} more rows that are not right.",
    timeout: "The file was not read: the answer took too long. Please send it again.",
    unreachable: "The file was not read: the forwarder's system cannot be reached. Please send it again.",
    malformed: "The file was not read: the answer was not readable. Please send it again.",
    lost: "The file was not read: the connection broke off. Please send it again.",
    lacking: "The forwarder's system does not take rate sheets.",
  },
  flash: { imported: "The rates are in force" },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    rates: typeof import("./rates.ts").default;
  }
}
