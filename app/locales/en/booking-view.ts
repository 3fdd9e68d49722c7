/** Review, detail, lists and templates of bookings in the browser. */
export default {
  lacking: "This is still missing or not right",
  warnings: "Please look at this once more. It does not hold the booking up",
  attachments: "Attachments",
  submit: "Submit the booking",
  edit: "Go on editing",
} as const;
