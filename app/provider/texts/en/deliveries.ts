/** Deliveries of the last mile. */
export const deliveries = {
  appointmentAsked:
    "Another appointment wanted for delivery {number}: {day}, {from}-{to} (clock of the place). {text}",
  deliveredAlready: "The goods are delivered, so there is no other appointment",
} as const;
