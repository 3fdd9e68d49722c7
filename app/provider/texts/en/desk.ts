/** Texts of the forwarder's desk. */
export const desk = {
  deskSettingsChanged: "{actor} changed these settings at {time}. Look at them and enter your change again.",
  deskBlankLeft: "Fill in {blank} before you send it",
  deskNewerMessage:
    "{name} has written meanwhile. Read the newer message above, then send your answer again.",
  deskAnswerNamed: "Another answer has this name",
  deskAnswerChanged: "{actor} changed this answer at {time}. Look at it and enter your change again.",
  deskAnswerGone: "This answer has been removed meanwhile",
} as const;
