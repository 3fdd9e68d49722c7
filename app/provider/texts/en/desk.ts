/** Texts of the forwarder's desk. */
export const desk = {
  deskSettingsChanged: "{actor} changed these settings at {time}. Look at them and enter your change again.",
} as const;
