/** A quote at the forwarder's desk: price, costs and margins, which no customer sees. */
export default {
  title: "Price quote {{quoteNumber}}",
  withdrawTitle: "Take back the price of quote {{quoteNumber}}",
  noCost: "not stated",
  draftOf: "This is the draft that {{person}} saved at {{time}}. The customer has not seen it.",
  fromRates: "Price from the rate sheets",
  ratedFrom:
    "The form is filled from the rate sheets in force today: {{sheets}}. Nothing is saved or sent yet.",
  noRates: "No rate sheet in force today covers this lane and cargo.",
  copiedFrom: "The form is filled from quote {{quoteNumber}}. Nothing is saved or sent yet.",
  margins: "Margins, seen by the desk only",
  form: {
    title: "Price",
    lead: "Leave an amount or total empty to have it calculated. What you type is checked.",
    option: "Option {{number}}",
    addOption: "Add an option",
    removeOption: "Remove option {{number}}",
    line: "Line {{number}}",
    addLine: "Add a line",
    removeLine: "Remove line {{number}}",
    workOut: "Work out the totals",
    saveDraft: "Save as a draft",
    send: "Send the price",
    onlyDesk:
      "Costs, margins and drafts are seen by the desk only. A price is valid to the end of its day (UTC+8). Sending tells the customer in the conversation and by mail.",
  },
  field: {
    carrierName: "Carrier",
    transitDays: "Transit days",
    validUntil: "Valid until",
    currency: "Currency",
    chargeCode: "Code",
    description: "Charge",
    unit: "Unit",
    quantity: "Quantity",
    price: "Unit price",
    amount: "Amount",
    cost: "Unit cost",
    total: "Total, to check",
  },
  linesWithoutCost: "without the lines that have no cost ({{lines}})",
  sum: {
    total: "Total",
    cost: "Cost",
    margin: "Margin",
    withoutCost: "Lines without a cost",
  },
  fault: {
    belowZero: "This should not be below zero.",
    amount: "{{quantity}} × {{price}} is {{amount}}.",
    total: "The lines add up to {{total}}.",
    totalBelowZero: "The lines should not add up to less than zero.",
    transitDays: "This should be a whole number of days, at most 365.",
    dayPast: "This day is over.",
  },
  conflict: {
    sendText:
      "What you typed is still below. Look at the quote above, then send your price in place of the present one, or leave it.",
    draftText: "What you typed is still below. You can save it in place of the present draft.",
    send: "Send mine all the same",
    draft: "Save mine all the same",
  },
  earlier: {
    title: "Earlier quotes of this lane",
    none: "No quote of this mode and lane was priced before.",
    number: "Quote",
    company: "Customer",
    requested: "Requested",
    cargo: "Chargeable",
    carriers: "Carriers",
    total: "Total of option 1",
    use: "Fill the form",
    useOf: "Fill the form from quote {{number}}",
  },
  withdraw: {
    open: "Take the price back",
    title: "Take the price back?",
    text: "The customer cannot accept or book it any more, and the quote waits for a new price. We send the reason to the conversation and by mail.",
    reason: "Reason for the customer",
    hint: "At most 500 characters.",
    confirm: "Take it back",
    cancel: "Keep it",
  },
  flash: {
    sent: "The price has been sent to the customer",
    drafted: "The draft has been saved. The customer does not see it",
    withdrawn: "The price has been taken back",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "desk-quote": typeof import("./desk-quote.ts").default;
  }
}
