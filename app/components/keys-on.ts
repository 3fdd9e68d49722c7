import { useEffect, useState } from "react";

const OFF = "inbox-keys-off";

/** Whether single keys act, as this browser keeps it: speech input presses letters by accident (WCAG 2.1.4). */
function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    return true;
  }
}

/** The same with its switch. Null on the server. */
export function useKeysOn(): [isOn: boolean | null, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => setOn(areKeysOn()), []);
  return [
    isOn,
    (wanted) => {
      setOn(wanted);
      try {
        if (wanted) localStorage.removeItem(OFF);
        else localStorage.setItem(OFF, "1");
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
  ];
}
