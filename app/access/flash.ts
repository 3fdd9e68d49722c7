/** What a flash message may say: keys of the namespace `shell`, under `flash`. */
export const flashKeys = [
  "comingSoon",
  "passwordChanged",
  "passwordReset",
  "profileSaved",
  "followed",
  "unfollowed",
  "documentFailed",
] as const;

export type Flash =
  | { kind: "success" | "warning"; key: (typeof flashKeys)[number] }
  /** The red toast of spec 8: a message in the user's language. */
  | { kind: "danger"; text: string };
