/** Texts for any call. */
export const call = {
  ok: "OK",
  forbidden: "You are not allowed to do this",
  notFound: "Not found",
  invalid: "Some fields are not filled in correctly",
  nothingTaken: "Nothing of what was sent was taken: see what is said of each",
  failure: "Something went wrong at our end",
  unavailable: "The service is not available at the moment, please try again shortly",
  diskFull:
    "The forwarder's system has no room left on its disk, so this was not saved. Please tell your forwarder, and send it again later",
  bodyEncoding: "The body is not UTF-8: JSON is sent as UTF-8",
  malformedRequest: "The request cannot be read",
  tooLarge: "The request is too large",
  keyNotValid: "This key does not work, or no longer",
  scopeNeeded: "The key has no scope for this call: it takes one of {scopes}",
  makerLacksRight: "The person whose rights this key has may not make this call",
  notForPrograms: "This call is for people only: no key opens it",
  tooMany: "Too many requests, please try again in {seconds} seconds",
  idempotencyKeyMalformed: "The request id cannot be read",
  stillAtWork: "This request is still being worked on; send it again in a few seconds to have its result",
  idempotencyKeyReused: "This request id was used for another request; please reload the page and try again",
} as const;
