/** Texts of entries in calendars. */
export const calendars = {
  calendarName: "Shipments",
  calendarEta: "ETA {number}, {place} (estimated)",
  calendarArrived: "Arrived {number}, {place}",
  calendarLastFreeDay: "Last free day {number}, {place}",
  calendarOver: "This calendar address is over",
} as const;
