/** Texts of shipments and their events. */
export const shipments = {
  eventsNotTaken: "None of the events was taken: see what is said of each",
} as const;
