export default {
  title: "Passkeys",
  text: "A passkey signs you in with the finger, face or PIN of your device, without password and code.",
  add: "Add a passkey",
  make: "Make the passkey on this device",
  name: "Name, for you to tell it from others",
  unnamed: "My device",
  list: "Your passkeys",
  nameOf: "Name of {{name}}",
  made: "Made {{time}}.",
  used: "Last used {{time}}.",
  unused: "Never used.",
  synced: "Shared with your other devices.",
  rename: "Rename",
  remove: "Remove",
  removeOne: "Remove {{name}}",
  unable: "Passkeys take a browser with scripts that supports them.",
  failed: "The device gave no passkey. Please try again.",
  signIn: "Sign in with a passkey",
  signInText: "Your device asks for your finger, face or PIN.",
  use: "Use a passkey",
  back: "Sign in with your password instead",
  flash: {
    added: "The passkey has been added",
    renamed: "The passkey has its new name",
    removed: "The passkey has been removed",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    passkey: typeof import("./passkey.ts").default;
  }
}
