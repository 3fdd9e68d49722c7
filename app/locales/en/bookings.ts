/** Texts of bookings that loaders and actions use: titles, states, warnings. */
export default {
  title: {
    list: "Bookings",
    add: "Book a shipment",
    online: "TE Online Booking",
    edit: "Booking {{number}}",
    review: "Review booking {{number}}",
    detail: "Booking {{number}}",
    templates: "My templates",
    template: "Template",
  },
  status: {
    DRAFT: "Draft",
    SUBMITTED: "Submitted",
    ACCEPTED: "Accepted",
    CONFIRMED: "Confirmed",
    CANCELLED: "Cancelled",
  },
  from: { template: "Filled from the template {{name}}." },
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
    cargoAircraftOnly: "{{unNumber}}: cargo aircraft only. Passenger flights do not take it.",
  },
} as const;
