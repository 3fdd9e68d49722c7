/** Codes of lists that are saved as files by a job, without the schemas, which would load zod into browsers. */

export const exportedLists = [
  "shipments",
  "quotes",
  "bookings",
  "deliveries",
  "invoices",
  "members",
  "addresses",
  "report",
  "emissions",
] as const;
export type ExportedList = (typeof exportedLists)[number];

/** `expired`: the file is gone, and the request can be run again for a while. */
export const exportStates = ["queued", "running", "ready", "failed", "expired"] as const;
export type ExportState = (typeof exportStates)[number];

/** `refused`: who asked no longer may. `broken`: it could not be made, however often it was tried. */
export const exportFailures = ["refused", "broken"] as const;
export type ExportFailure = (typeof exportFailures)[number];

/** A person's jobs that wait or run at one time. */
export const EXPORTS_WAITING_MAX = 5;
