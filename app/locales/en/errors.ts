export default {
  again: "Try again",
  sendAgain: "Send again",
  typedKept:
    "What you entered is kept and can be sent again. It is not done twice. Passwords have to be typed and files chosen again.",
  typedAndSessionOver:
    "What you entered is kept on this page. Sign in beside it, come back and send it again; it is not done twice. Passwords have to be typed and files chosen again. 'Re-Login' leaves the page, and what you entered with it.",
  filesAndSessionOver: "The files were not sent. Sign in in a new tab, come back and choose them again.",
  chooseAgain: "Back to choosing the files",
  signInBeside: "Sign in in a new tab",
  home: "Go to the start page",
  call: "Call: {{name}}",
  requestId: "Report number: {{id}}",
  unavailable: {
    lacking: {
      title: "The forwarder's system does not offer this",
      text: "It has no such function, so there is nothing to show here.",
    },
    timeout: {
      title: "Request timeout",
      text: "The forwarder's system took too long to answer. Your data is safe; please try again in a moment.",
    },
    unreachable: {
      title: "The forwarder's system cannot be reached",
      text: "It may be restarting, or the connection may be down. Please try again in a moment.",
    },
    lost: {
      title: "The connection to the forwarder's system broke off",
      text: "It may be restarting. Please try again in a moment.",
    },
    malformed: {
      title: "The forwarder's system gave an answer that makes no sense",
      text: "Nothing is shown rather than something wrong. Please try again; if it stays so, tell your forwarder.",
    },
  },
  notSent: {
    link: "The connection failed, so it is not certain that this was sent. What you entered is still here; please send it again when the connection is back. It is not done twice.",
    portal:
      "Something failed on our side, so it is not certain that this was saved. What you entered is still here; sending it again does not do it twice.",
  },
  error: "Error",
  tooMany: {
    title: "Too many requests",
    text: "More was sent from your network than is answered at once. Nothing was done; please wait {{seconds}} seconds and send it again.",
  },
  busy: {
    title: "The forwarder's system is busy",
    text: "Please try again later.",
    textSeconds: "Please try again in {{seconds}} seconds.",
  },
  refused: { title: "This could not be done" },
  rolesMissing: {
    title: "Your account has no role",
    text: "getInfo: roles must be a non-null array!",
    advice: "Please ask your administrator or your forwarder to give you a role, then sign in again.",
  },
  notFound: {
    title: "Page not found",
    text: "There is nothing at this address, or it is not open to you. Check the link, or go on from the start page.",
  },
  linkLost: {
    title: "The page could not be loaded",
    text: "There seems to be no connection. Please try again when it is back.",
  },
  unknown: {
    title: "Something went wrong at our end",
    text: "The fault has been recorded. Please try again; if it stays so, tell your forwarder.",
  },
  accountState: {
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
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    errors: typeof import("./errors.ts").default;
  }
}
