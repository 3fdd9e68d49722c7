export default {
  title: "Sign in with your company",
  text: "Enter your e-mail address at work. If your company signs in here by its own sign-in service, you go on there.",
  textLink: "You go on to the sign-in service of your company.",
  email: "E-mail address",
  submit: "Go on",
  byPassword: "Sign in with your password instead",
  go: "You go to {{host}}",
  goText: "Your company's sign-in service asks who you are, and leads you back here.",
  goOn: "Go on to {{host}}",
  elsewhere: "This answer belongs to no sign-in that began in this browser. Please begin again",
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "company-sign-in": typeof import("./company-sign-in.ts").default;
  }
}
