/** Texts of bookings that loaders and actions use: titles, states, warnings. */
export default {
  draftsToSend_one: "Send {{number}} draft",
  draftsToSend_other: "Send {{number}} drafts",
  title: {
    list: "Bookings",
    shipmentList: "Shipment bookings",
    add: "Book a shipment",
    shipments: "New shipment booking",
    online: "TE Online Booking",
    edit: "Edit booking {{number}}",
    review: "Review booking {{number}}",
    detail: "Booking {{number}}",
    templates: "My templates",
    template: "Template",
    newTemplate: "New template",
    removeTemplate: "Remove the template",
  },
  status: {
    DRAFT: "Draft",
    SUBMITTED: "Submitted",
    ACCEPTED: "Accepted",
    CONFIRMED: "Confirmed",
    CANCELLED: "Cancelled",
  },
  list: {
    all: "All",
    column: {
      number: "Booking",
      status: "Status",
      company: "Customer",
      freight: "Mode, service",
      lane: "Origin, destination",
      shipper: "Shipper",
      consignee: "Consignee",
      ready: "Cargo ready",
      updated: "Updated",
      submitted: "Submitted",
    },
  },
  detail: {
    price: "Booking price",
    carrierBookingNumber: "Carrier's booking no.",
    created: "Created",
    updated: "Updated",
    submitted: "Submitted",
    quote: "Quote",
    shipment: "Shipment",
    action: {
      review: "Review and submit",
      edit: "Go on editing",
      update: "Update",
      amend: "Amend",
      recall: "Recall",
      copy: "Copy to a new booking",
      cancel: "Cancel the booking",
    },
    service: {
      anybody: "customer service",
      advice:
        "Your forwarder has accepted this booking. It can no longer be amended or cancelled here: please contact {{name}}, or ask for the change below.",
      chooseKind: "Please say whether to amend or to cancel",
      kind: { AMEND: "Amend", CANCEL: "Cancel" },
      granted: "Done by customer service",
      refused: "Not possible, says customer service",
    },
  },
  decision: {
    recall: {
      title: "Recall the booking",
      question: "Recall booking {{number}}?",
      text: "It becomes a draft again. Your forwarder does nothing until you submit it once more.",
      confirm: "Recall",
    },
    cancel: {
      title: "Cancel the booking",
      question: "Cancel booking {{number}}?",
      text: "We let your forwarder know. A cancelled booking cannot be reopened; you can copy it to a new one.",
      confirm: "Cancel the booking",
    },
    back: "Back to the booking",
    closed: "This is not possible any more.",
    customerService:
      "Your forwarder has accepted this booking. Please contact customer service, or ask for the change on the booking's page.",
    last: "{{actor}}: {{action}}, {{time}}",
  },
  attachments: {
    title: "Attachments of booking {{number}}",
    limits:
      "At most {{count}} files of {{size}} MB each: PDF, pictures, Word, Excel, PowerPoint, OpenDocument, RTF, e-mails from Outlook, text and CSV, ZIP.",
    scanned: "scanned for viruses",
    notScanned: "not scanned for viruses",
    lacking: "The forwarder's system takes no files here, so none was sent.",
    timeout: "The upload stood still for too long and was not finished. Please send the files again.",
    unreachable:
      "The forwarder's system cannot be reached, so no file was sent. Please send them again in a moment.",
    lost: "The connection to the forwarder's system broke off. Please see which files arrived, and send the others again.",
    malformed:
      "The forwarder's system gave no clear answer. Please see which files arrived, and send the others again.",
  },
  from: { template: "Filled from the template {{name}}." },
  yes: "Yes",
  path: "{{whole}}, {{part}}",
  dimensions: "Dimensions",
  warning: {
    seaTermOnly:
      "{{incoterms}} is a term for sea and inland waterway only. By this mode FCA, CPT or CIP fit.",
    containerDigit: "Container {{number}}: the check digit should be {{expected}}.",
    containerMalformed: "Container {{number}} is not an ISO container number.",
    tooDense:
      "{{field}}: {{density}} kg to the cubic metre is hardly believable. Please check weight and volume.",
    tooLight: "{{field}}: only {{density}} kg to the cubic metre. Please check weight and volume.",
    volumeDiffers: "{{field}}: the dimensions give {{measured}} CBM.",
    dayPast: "{{field}} lies in the past.",
    dangerous: "Dangerous goods need papers and the carrier's approval; your forwarder will ask for them.",
    cargoAircraftOnly: "UN{{unNumber}}: cargo aircraft only. Passenger flights do not take it.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    bookings: typeof import("./bookings.ts").default;
  }
}
