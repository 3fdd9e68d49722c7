/** The calls that programs may make; `summary` repeats the contract's, as a test checks. */
export default {
  title: "Calls for programs",
  back: "API keys",
  backToCalls: "Calls for programs",
  text: "What a key opens, call by call. Programs read the same as OpenAPI 3.1.",
  unavailable: "The description is not available now. Try again later.",
  find: "Word or address",
  search: "Search",
  none: "No call has this word.",
  titleOf: "Call {{name}}",
  opens: "A key needs one of these rights",
  write: "This call changes data. Send an Idempotency-Key with it: the same key does it once.",
  file: "The answer is a file; a refusal is the envelope.",
  inAddress: "in the address",
  request: "Request",
  requestExample: "Example of a request",
  noRequest: "The request has no fields.",
  answer: "Answer",
  answerExample: "Example of an answer",
  noAnswer: "The answer has no data.",
  field: { name: "Field", type: "Type", needed: "Needed", about: "Allowed" },
  needed: "yes",
  type: {
    text: "text",
    number: "number",
    integer: "whole number",
    boolean: "yes or no",
    list: "list",
    object: "object",
  },
  most: "at most {{count}} characters",
  orNull: "{{type}} or null",
  summary: {
    address: {
      detail: "One address of the company",
      list: "The company's address book; defaults come first when no order is asked for",
      regions: "Subdivisions of a country by ISO 3166-2",
      remove: "Remove an address; bookings keep what they took from it",
      save: "Save an address, new (`id` null) or known; 409 with the stored one when another person changed it",
    },
    analytics: {
      report: "A report over the shipments that departed in a range of months, by group",
      shipments: "The shipments behind a number of a report, a page of them",
    },
    booking: {
      attachmentDownload: "One attachment, as it was sent, never shown in place",
      attachmentRemove: "Remove an attachment while the booking is a draft",
      attachmentUpload: "Attach files to a booking",
      changeState: "Recall or cancel",
      detail: "One booking with attachments, change requests and operation log",
      list: "Bookings of the caller's company, with counts by status",
      ofForm: "The draft or template that a form has made before",
      options: "Choices of the booking form",
      requestChange: "Ask customer service to amend or cancel what has been accepted",
      saveDraft: "Save a draft, however incomplete",
      start: "Content for a new form",
      submit: "Submit a draft; its faults come back with field paths",
      templateDetail: "One template",
      templateList: "My templates: those of the caller's company",
      update: "Change a submitted booking",
    },
    cutOff: {
      list: "Cut-offs of a shipment or of a booking, the earliest first, with what is still missing for each",
    },
    dispute: {
      open: "Dispute a line of an invoice; this writes to the billing conversation and names the line",
    },
    document: {
      crossCheck:
        "What booking, packing list, commercial invoice and house bill of a shipment say, side by side",
      detail: "One document with its versions, and who has seen them",
      file: "A version of a document, the latest by default; never shown in place",
      list: "Documents of the shipments that the caller sees, a page of them",
      needs:
        "The papers that a shipment needs, which of them are there, and until when the others have to be",
      preview:
        "A page of the latest version as a picture (PNG); the last page when there are fewer. 409 where none can be drawn",
      remove:
        "Remove a version of an uploaded document, or the document; by those who uploaded it, while the shipment is under way",
      upload: "Add a paper to a shipment that is under way, or a new version of one that was uploaded",
    },
    emission: {
      sources: "The factors by which the shipments that departed in a range of months are computed",
    },
    forwarderSystem: {
      importDetail: "The report of an import with its refused records",
      importFile: "The refused records of an import as CSV; file name in content-disposition",
      importList: "What came from the forwarder's own system, the latest first",
      invoices:
        "Invoices and credit notes of the forwarder's own system, and what is paid of them; an issued one never changes",
      milestones: "Milestones of shipments from the forwarder's own system, planned, estimated or actual",
      shipments: "Shipments of the forwarder's own system: each is made, changed or refused by itself",
    },
    invoice: {
      ageing: "What is left to pay by age and currency, today or as of a past day",
      comparison: "Quote against invoices of a shipment, line by line; needs SHIPMENT_CHARGES",
      detail: "One invoice with its lines, taxes and what has settled it",
      file: "An invoice or credit note as PDF; needs INVOICE_DOWNLOAD",
      list: "Invoices and credit notes of the caller's company, a page of them, with counts by view",
      statement:
        "Statement of account: what was open before a period, each document and payment in it, what is open after it",
    },
    lastMile: {
      ask: "Ask for another appointment, by the clock of the place; it goes to the shipment's conversation",
      detail: "One delivery with its steps, proof and asked appointments",
      list: "Deliveries of the caller's company by the day of their appointment, a page of them",
      proof: "A picture or PDF of a proof of delivery, as it was sent, never shown in place",
    },
    place: {
      search: "Places by code and by name, the exact code first, then well-known places",
    },
    quote: {
      accept: "Accept one option; refused with the reason after its valid-until, in the provider's time",
      add: "Request a quote",
      book: "Open a booking draft from a quote that can be booked",
      detail: "One quote with its options and its operation log",
      list: "Quotes of the caller's company, with counts by status",
      ofForm: "The quote that a form has requested before",
      reject: "Reject the quote",
      update: "Change a request that has not been priced yet",
      version: "The version in which a quote stands",
    },
    shipment: {
      detail: "One shipment with cargo, containers, order lines, documents and events",
      document: "One document of a shipment as a PDF",
      emissions:
        "The greenhouse gases of a shipment, leg by leg, with the factors by which they are computed",
      etaHistory: "The earlier ETAs of a shipment, and how accurate ETAs of its lane were",
      filterOptions: "Choices for the filters of the shipment list",
      freeTime:
        "Last free days of a shipment's containers, as stated and as computed, and what a later day costs",
      list: "Shipments of the caller's company, a page of them",
      route: "The legs of a shipment with their lines and distances",
    },
    tracking: {
      detail: "Journey, dates, containers and events of one shipment",
      list: "Shipments of a tracking area, a page of them",
      numbers: "The shipments behind up to 200 numbers of any kind, with the routes of those under way",
      orders: "Purchase orders with their SKU lines and shipments, a page of them",
      totals: "The shipments of a year up to now, by month and by lane",
    },
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "api-calls": typeof import("./api-calls.ts").default;
  }
}
