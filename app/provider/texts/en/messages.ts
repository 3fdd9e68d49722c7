/** Texts of the message center and inquiries. */
export const messages = {
  inquirySent: "This form was sent already; no second inquiry was begun",
  emptyMessage: "Can't send empty information",
  fileUnknown: "A file is not there any more, or belongs to another message: please attach it again",
  referenceUnknown: "This number was not found",
} as const;
