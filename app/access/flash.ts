/** What a flash message may say: keys of the namespace `refusals`, under `flash`. */
const flashKeys = [
  "comingSoon",
  "passwordChanged",
  "passwordReset",
  "clockSaved",
  "profileSaved",
  "emailAsked",
  "emailChanged",
  "followed",
  "unfollowed",
  "published",
  "unpublished",
  "documentFailed",
  "quoteRequested",
  "quoteUpdated",
  "quoteAccepted",
  "quoteRejected",
  "quoteBooked",
  "draftSaved",
  "bookingSubmitted",
  "bookingUpdated",
  "bookingRecalled",
  "bookingCancelled",
  "changeRequested",
  "attachmentsAdded",
  "attachmentRemoved",
  "templateSaved",
  "templateRemoved",
  "savedMerged",
] as const;

export type Flash =
  /** `number`: of a booking or the like, where the message names one. */
  | { kind: "success" | "warning"; key: (typeof flashKeys)[number]; number?: string }
  /** The red toast of product 8.1: a message in the user's language. */
  | { kind: "danger"; text: string };

/** A flash message in the reader's words. */
export interface FlashView {
  kind: Flash["kind"];
  text: string;
}
