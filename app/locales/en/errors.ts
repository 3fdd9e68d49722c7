export default {
  again: "Try again",
  home: "Go to the start page",
  requestId: "Report number: {{id}}",
  notSent: {
    link: "The connection failed, so it is not certain that this was sent. What you entered is still here; please send it again when the connection is back. It is not done twice.",
    portal:
      "Something failed on our side, so it is not certain that this was saved. What you entered is still here; sending it again does not do it twice.",
  },
  error: "Error",
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
} as const;

declare module "../namespaces.ts" {
  interface Namespaces {
    errors: typeof import("./errors.ts").default;
  }
}
