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

export interface Flash {
  kind: "success" | "warning";
  key: (typeof flashKeys)[number];
}
