/** What the provider answered in place of a page, and what to do; loaded with the page that says it. */
export default {
  sendAgain: "Send again",
  typedKept:
    "What you entered is kept and can be sent again. It is not done twice. Passwords have to be typed and files chosen again.",
  call: "Call: {{name}}",
  refused: { title: "This could not be done" },
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
  tooMany: {
    title: "Too many requests",
    text: "More was sent from your network than is answered at once. Nothing was done; please wait {{seconds}} seconds and send it again.",
  },
  busy: {
    title: "The forwarder's system is busy",
    text: "Please try again later.",
    textSeconds: "Please try again in {{seconds}} seconds.",
  },
  rolesMissing: {
    title: "Your account has no role",
    text: "getInfo: roles must be a non-null array!",
    advice: "Please ask your administrator or your forwarder to give you a role, then sign in again.",
  },
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    trouble: typeof import("./trouble.ts").default;
  }
}
