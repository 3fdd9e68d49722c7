export default {
  title: "Ask for an account",
  text: "For companies that want to work with us. We send you a link to confirm your e-mail address, and tell you by e-mail when your account is open.",
  companyName: "Company name",
  name: "Your name",
  email: "E-mail address",
  userName: "Account name",
  userNameHint: "4 to 16 letters, digits, or . _ - @",
  password: "Password",
  repeat: "Repeat the password",
  country: "Country",
  choose: "Please choose",
  phone: "Phone (optional)",
  submit: "Ask for the account",
  sentTitle: "Please look at your mail",
  sentText:
    "A mail is on its way to the address that you gave. Open the link in it within 72 hours and confirm the address there.",
  back: "Back to sign in",
  confirmTitle: "Confirm your e-mail address",
  question: "Is {{email}} your address, and do you ask for an account for {{company}}?",
  nameIs: "Account name: {{name}}",
  nameTaken: "The account name {{name}} is taken. Please choose another.",
  confirm: "Confirm the address",
  invalidTitle: "This link cannot be used",
  invalidText: "It was used before, its time has run out, or the address has an account by now.",
  again: "Ask for an account again",
  flash: {
    registrationConfirmed:
      "Your address is confirmed. We look at your request and tell you by e-mail when you can sign in",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    register: typeof import("./register.ts").default;
  }
}
