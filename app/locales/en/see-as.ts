/** Seeing the portal as a customer's person does. */
export default {
  title: "See the portal as {{name}}",
  readOnly: "You see what this person sees, and can change nothing.",
  logged: "The activity of both companies tells that you did.",
  minutes: "It ends after {{count}} minutes, or when you end it.",
  notActive: "This account is not in use, so its view of the portal cannot be shown.",
  begin: "Begin",
  cancel: "Cancel",
  banner: "Read only: you see the portal as {{name}}, {{company}}",
  end: "End",
  flash: {
    ended: "You see the portal as yourself again.",
    over: "The time to see the portal as this person is over. You may begin again.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "see-as": typeof import("./see-as.ts").default;
  }
}
