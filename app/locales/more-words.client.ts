import type { Texts } from "./words.ts";

/**
 * Where the words are that the first file (`first/`) has not. The names of so many files are bytes that most first visits
 * can do without. Texts that only loaders and actions use are left out.
 */
export default import.meta.glob<Texts>(
  [
    "./en/*.ts",
    "./zh/*.ts",
    "!**/{errors,shell,shipment-list}.ts",
    "!**/{addresses,analytics,billing,bookings,calendar,cut-offs,dashboard,deliveries,documents,emissions,exports,external,free-time,log,members,milestones,offline,quotes,refusals,schedule,search,sharing,shipment-map,shipments,tracking}.ts",
  ],
  { import: "default" },
);
