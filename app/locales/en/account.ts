export default {
  lacking: {
    title: "Not offered by the forwarder's system",
    text: "The forwarder's system does not have these calls, so nothing leads to the screens that need them. '{{command}}' tells more.",
    screen: "{{path}}: {{calls}}",
  },
  profile: {
    title: "Profile",
    userName: "Account name",
    role: "My Role",
    organization: "Organization",
    department: "Department",
    name: "Name",
    language: "Language",
    companyAddress: "Company address",
    city: "City",
    state: "State",
    countryCode: "Country",
    save: "Save",
    unknown: "not given",
  },
  picture: {
    title: "Your picture",
    add: "Add a picture",
    change: "Change the picture",
    present: "Your present picture",
    text: "PNG, JPEG, WebP or GIF, up to {{megabytes}} MB. It is cut to a square and drawn anew: nothing else of the file is kept.",
    file: "File",
    save: "Save the picture",
    remove: "Remove the picture",
    back: "Back",
  },
  preferences: {
    title: "Language and times",
    zone: "Time zone of your own clock",
    device: "That of the device in use",
    deviceZone: "That of the device in use ({{zone}})",
    clock: { place: "The clock of each place", own: "My own clock", utc8: "UTC+8" },
    now: "It is {{time}} now ({{zone}}).",
    save: "Set language and times",
    required: "Please choose a language, a clock and a time zone",
  },
  flash: {
    preferencesSaved: "Your language and times have been saved",
    pictureSaved: "Your picture has been saved",
    pictureRemoved: "Your picture has been removed",
  },
  email: {
    title: "E-mail",
    now: "Your address is {{email}}.",
    none: "Your account has no address.",
    text: "A new one takes effect when you confirm it by the link that we send to it.",
    new: "New e-mail address",
    send: "Send the link",
    proof: "Confirm that it is you to change it",
  },
  password: {
    title: "Change password",
    old: "Present password",
    new: "New password",
    repeat: "Repeat the password",
    save: "Change the password",
    text: "You stay signed in here, and are signed out everywhere else.",
    oldWrong: "This is not your present password",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    account: typeof import("./account.ts").default;
  }
}
