/** Of the page and of the dialog in its place. */
export default {
  title: "Log out",
  question: "Are you sure to log out?",
  signedInAs: "You are signed in as {{name}}.",
  unsent: "Written by you and not sent yet: {{count}}. Wait until it is sent, or discard it.",
  discard: "Discard and log out",
  wait: "Wait",
  confirm: "Log out",
  cancel: "Cancel",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    logout: typeof import("./logout.ts").default;
  }
}
