/** Keys of flash messages in the namespace `refusals`, under `flash`. */
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
  /** `number`: of a booking or the like, for texts that contain one. */
  | { kind: "success" | "warning"; key: (typeof flashKeys)[number]; number?: string }
  /** The red toast of product 8.1: a message in the user's language. */
  | { kind: "danger"; text: string };

/** A flash message in the reader's language. */
export interface FlashView {
  kind: Flash["kind"];
  text: string;
}
