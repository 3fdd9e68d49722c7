/** Why a person is not signed in any more, and what to do; loaded with the alert that says it. */
export default {
  typedAndSessionOver:
    "What you entered is kept on this page. Sign in beside it, come back and send it again; it is not done twice. Passwords have to be typed and files chosen again. 'Re-Login' leaves the page, and what you entered with it.",
  filesAndSessionOver: "The files were not sent. Sign in in a new tab, come back and choose them again.",
  chooseAgain: "Back to choosing the files",
  signInBeside: "Sign in in a new tab",
  tip: "Login failed or no login: You don't have a login or login failed, please login again",
  relogin: "Re-Login",
  notLoggedIn: { title: "Not logged in", text: "You are not signed in. Please sign in to go on." },
  sessionExpired: {
    title: "Session expired",
    text: "You have been signed out because your session ended. Please sign in again.",
  },
  awaitingConfirmation: {
    title: "Awaiting confirmation",
    text: "Please confirm your e-mail address first: the link is in the message that we sent you.",
  },
  awaitingApproval: {
    title: "Awaiting approval",
    text: "Your forwarder looks at your request and approves the account. You get an e-mail when that is done.",
  },
  locked: {
    title: "Account locked",
    text: "Too many attempts. Please try again in {{minutes}} minutes.",
    textOpen: "Too many attempts. Please try again later.",
  },
  disabled: {
    title: "Account disabled",
    text: "This account has been disabled. Please ask your administrator.",
  },
  otherPerson: {
    title: "Another account is signed in",
    text: "This page was made for one account, and this browser is signed in with another. Nothing was sent or shown. Sign in as yourself to go on.",
  },
  passwordExpired: {
    title: "Password expired",
    text: "Your password has expired. Please set a new one through 'Forgot password'.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    "account-state": typeof import("./account-state.ts").default;
  }
}
