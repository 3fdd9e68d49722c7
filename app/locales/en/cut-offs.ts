/** Cut-offs of shipments and bookings; used in loaders only. */
export default {
  title: "Cut-offs",
  entry: "Cut-off: {{name}}",
  code: {
    DCO: "Documentation (DCO)",
    VCO: "Verified gross mass (VCO)",
    FCO: "FCL delivery (FCO)",
    LCO: "LCL delivery (LCO)",
    PCO: "Port (PCO)",
    ECP: "Empty pick-up from (ECP)",
    EFC: "Earliest full delivery (EFC)",
    RCO: "Reefer (RCO)",
    DGC: "Dangerous goods (DGC)",
    OBC: "Out of gauge and break bulk (OBC)",
    TCO: "Transhipment bookings (TCO)",
    STA: "Standard bookings (STA)",
    SPA: "Special bookings (SPA)",
    CUA: "Customs acceptance (CUA)",
    AFC: "Advance filing (AFC)",
  },
  need: {
    documents: "shipping instructions",
    vgm: "verified gross mass",
    fullContainer: "full containers at the terminal",
    cargo: "cargo at the warehouse",
    dangerousGoods: "dangerous goods declaration",
    outOfGauge: "approval of the out of gauge cargo",
    customs: "customs documents",
    advanceFiling: "advance manifest",
    confirmation: "confirmation of the booking",
  },
  met: "Done {{time}}",
  missing: "Still missing: {{need}}",
  missingOf: "Still missing: {{need}}, {{done}} of {{total}} containers done",
  left: "{{span}} left",
  passed: "Passed. Nothing was reported of: {{need}}",
  opens: {
    ECP: "Empty containers are given out from then on",
    EFC: "Full containers are taken from then on",
  },
  opened: { ECP: "Empty containers are given out", EFC: "Full containers are taken" },
  stated: "Stated by {{source}} {{age}}",
  before: "Before {{statedAt}}: {{time}}",
  told: "What counts as done is what events report. Something may be done and not be reported yet.",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "cut-offs": typeof import("./cut-offs.ts").default;
  }
}
