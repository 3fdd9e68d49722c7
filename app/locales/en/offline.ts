export default {
  title: "No connection",
  text: "The portal cannot be reached at the moment, so this page is not shown.",
  again: "Try again",
  kept: "Kept on this device",
  keptText:
    "Without a connection, the shipments and drafts that you opened last are listed here. They are deleted when you log out.",
  note: "There is no connection. You see this page as it was at {{at}}; nothing can be changed here.",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    offline: typeof import("./offline.ts").default;
  }
}
