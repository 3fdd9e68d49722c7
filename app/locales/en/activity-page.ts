/** Texts of the markup of the activity; kinds, actions and columns are named on the server, from `members`. */
export default {
  caption: "Who did what, and when",
  statusTabs: "Kind",
  clear: "Clear",
  person: "Person",
  anyone: "Everyone",
  from: "From",
  to: "To",
  show: "Show",
  back: "Members",
  empty: {
    noneTitle: "Nothing was done yet",
    noneText: "What the members of your company do appears here.",
    filteredTitle: "Nothing fits",
    filteredText: "Take a filter away, or choose other days.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "activity-page": typeof import("./activity-page.ts").default;
  }
}
