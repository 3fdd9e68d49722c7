export default {
  lacking: {
    title: "Not offered by the forwarder's system",
    text: "The forwarder's system does not have these calls, so nothing leads to the screens that need them. '{{command}}' tells more.",
    screen: "{{path}}: {{calls}}",
  },
  profile: {
    title: "Profile",
    text: "What your forwarder knows of you.",
    userName: "User name",
    role: "My Role",
    organization: "Organization",
    department: "Department",
    name: "Name",
    language: "Language",
    companyAddress: "Company address",
    city: "City",
    state: "State",
    countryCode: "Country code (two letters, such as DE or CN)",
    save: "Save",
    password: "Password",
    changePassword: "Change password",
    unknown: "not given",
  },
  email: {
    title: "E-mail",
    now: "Your address is {{email}}.",
    none: "Your account has no address.",
    text: "A new one takes effect when you confirm it by the link that we send to it.",
    new: "New e-mail address",
    send: "Send the link",
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
