export default {
  title: "Sign-in and safety",
  link: { password: "Change password", sessions: "Where you are signed in" },
  about: {
    password: "You are signed out everywhere else then.",
    sessions: "Devices with your account, and a way to sign them out.",
  },
  sessions: {
    title: "Where you are signed in",
    others: "Other devices",
    none: "You are signed in nowhere else.",
    this: "this device",
    device: "{{browser}} on {{system}}",
    unknownDevice: "Unknown device",
    address: "Address {{address}}",
    lastUsed: "Last used {{time}}.",
    signedIn: "Signed in {{time}}.",
    end: "Sign out",
    endThis: "Sign out {{device}}",
    endAll: "Sign out all other devices",
    text: "A device that is signed out ends at once. If you do not know one of them, change your password as well.",
  },
  flash: {
    sessionEnded: "The device has been signed out",
    sessionsEnded: "All other devices have been signed out",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    safety: typeof import("./safety.ts").default;
  }
}
