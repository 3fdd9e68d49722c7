/** Review, detail and templates of bookings in the browser. */
export default {
  lacking: "This is still missing or not right",
  warnings: "Please look at this once more. It does not hold the booking up",
  attachments: "Attachments",
  submit: "Submit the booking",
  edit: "Go on editing",
  zoneNote: "Times are in {{zone}}.",
  detail: { back: "Booking list" },
  service: {
    title: "Customer service",
    conversation: "What was asked",
    what: "What should change?",
    kind: { AMEND: "Amend the booking", CANCEL: "Cancel the booking" },
    text: "Your message to customer service",
    send: "Ask for the change",
  },
  saveTemplate: { open: "Save as a template", name: "Template name", save: "Save the template" },
  files: {
    none: "No files yet.",
    add: "Add files",
    send: "Attach",
    remove: "Remove",
    removeNamed: "Remove {{name}}",
    refused: "These files were not taken. All others were",
    tooLarge: "should not exceed 25 MB",
    tooMany: "should not exceed 20 files",
    failed: "was not sent: the connection broke off. Please choose it again.",
    signedOut: "was not sent: you are signed out. Sign in in another tab, then choose it again.",
    state: { waiting: "waiting", sending: "being sent", taken: "attached" },
  },
  templates: {
    add: "New template",
    use: "Use",
    edit: "Edit",
    remove: "Remove",
    useNamed: "Use {{name}}",
    editNamed: "Edit {{name}}",
    removeNamed: "Remove {{name}}",
    question: "Remove the template {{name}}?",
    back: "Back to my templates",
    noneTitle: "No templates yet",
    noneText: "A template fills the booking form with what stays the same. Any booking can be saved as one.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "booking-view": typeof import("./booking-view.ts").default;
  }
}
