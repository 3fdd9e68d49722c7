export default {
  signIn: {
    title: "Sign in",
    userName: "User name",
    password: "Password",
    submit: "Sign in",
    forgot: "Forgot password?",
    register: "Ask for an account",
    passkey: "Sign in with a passkey",
    company: "Sign in with your company",
    show: "Show the password",
    userNameEmpty: "Please enter your user name",
    passwordShort: "Please enter your password: at least 6 characters",
    signedOut: "You are signed out.",
    wanted: "Please sign in to see the page that you asked for.",
  },
  factor: {
    title: "Second step",
    text: "Enter the code that your authenticator app shows now, or one of your recovery codes.",
    code: "Code",
    codeEmpty: "Please enter the code: six digits, or a recovery code",
    back: "Begin again",
  },
  forgot: {
    title: "Forgot password",
    text: "Enter the e-mail address of your account. We send you a link with which you can set a new password.",
    email: "E-mail address",
    submit: "Send the link",
    emailEmpty: "please enter your email address",
    emailFormat: "please enter the correct email address",
    sentTitle: "Please look at your mail",
    sentText:
      "If an account belongs to this address, a link is on its way. It can be used once, and for a limited time.",
    notAttached: "This email is not attached with any account",
    back: "Back to sign in",
  },
  reset: {
    title: "Reset password",
    firstTitle: "Choose your password",
    firstFor: "Your user name is {{name}}. You sign in with it and with this password.",
    firstPassword: "Password",
    firstSubmit: "Save the password",
    for: "New password for the user {{name}}",
    password: "New password",
    repeat: "Repeat the password",
    confirm: "Confirm to reset the password?",
    confirmText: "You will be signed out everywhere else.",
    submit: "Reset the password",
    invalidTitle: "This link cannot be used",
    invalidText: "It was used before, or its time has run out. Please ask for a new one.",
    again: "Ask for a new link",
  },
  email: {
    title: "Confirm the e-mail address",
    question: "Shall {{email}} be the e-mail address of the account {{name}} from now on?",
    confirm: "Confirm the address",
    invalidText: "It was used before, its time has run out, or another address was asked for since.",
    account: "To my profile",
  },
  password: {
    rules: "At least 8 characters of two kinds (letters, capitals, digits, signs); without your user name.",
    tooSimple: "This password is too simple to be saved",
    inconsistent: "The two passwords are inconsistent",
    repeat: "Please repeat the password",
    confirmMissing: "Please confirm that the password is to be reset",
    strength: "Strength",
    level: { invalid: "invalid", weak: "weak", average: "average", strong: "strong" },
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    auth: typeof import("./auth.ts").default;
  }
}
