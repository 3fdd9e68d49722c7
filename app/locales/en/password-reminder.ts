/** Shown to few people, over any page. */
export default {
  title: "Your current password has been used for more than 90 days, please update it",
  text: "Please update your password for security",
  now: "Update now",
  later: "Not now",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "password-reminder": typeof import("./password-reminder.ts").default;
  }
}
