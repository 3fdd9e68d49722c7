export const KEYS_OFF = "inbox-keys-off";

/** Whether single keys act, as this browser keeps it: speech input presses letters by accident (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return !localStorage[KEYS_OFF];
  } catch {
    return true;
  }
}
