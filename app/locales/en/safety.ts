export default {
  title: "Sign-in and safety",
  link: {
    password: "Change password",
    sessions: "Where you are signed in",
    factor: "Second factor",
    passkeys: "Passkeys",
  },
  about: {
    passkeys: "Finger, face or PIN of your device in place of the password.",
    factor: "A code from your phone beside the password.",
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
  proof: {
    title: "Confirm that it is you",
    textCode: "Enter the code that your authenticator app shows now, or one of your recovery codes.",
    textPassword: "Enter your password to go on.",
    code: "Code",
    password: "Password",
    submit: "Confirm",
  },
  factor: {
    title: "Second factor",
    due: "Your company requires a second factor. Please set it up to go on.",
    off: "Signing in takes your password only.",
    about:
      "With a second factor it also takes a code that an authenticator app on your phone shows, such as those of Google, Microsoft or your password manager.",
    setUp: "Set up",
    setUpTitle: "Scan this with your authenticator app",
    setUpText: "Then enter the code that the app shows.",
    qr: "QR code for the authenticator app",
    secret: "Or type this key into the app:",
    firstCode: "Code of six digits",
    confirm: "Switch on",
    cancel: "Cancel",
    codesTitle: "Your recovery codes",
    codesText:
      "Keep them where you find them without your phone. Each signs you in once in place of a code. They are shown this once.",
    codesKept: "I have kept them",
    on: "Signing in takes a code beside your password, since {{since}}.",
    codesLeft: "Recovery codes left: {{left}}",
    fewCodes: "You have few recovery codes left. Please make new ones.",
    renew: "Make new recovery codes",
    remove: "Switch off",
    requireTitle: "Members of your company",
    require:
      "All members need a second factor. Who has none sets it up at the next sign-in, before anything else.",
    requireSave: "Save",
    ownFirst: "You can require it of all members when you have set up your own.",
  },
  flash: {
    factorRemoved: "The second factor is switched off",
    requirementSaved: "Saved for all members of your company",
    sessionEnded: "The device has been signed out",
    sessionsEnded: "All other devices have been signed out",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    safety: typeof import("./safety.ts").default;
  }
}
