/** Deliveries of the last mile. */
export const deliveries = {
  updatesNotTaken: "None of the updates was taken: see what is said of each",
  appointmentAsked:
    "Another appointment wanted for delivery {number}: {day}, {from}-{to} (clock of the place). {text}",
  deliveredAlready: "The goods are delivered, so there is no other appointment",
} as const;
