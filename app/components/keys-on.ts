import { useEffect, useState } from "react";
import { areKeysOn, KEYS_OFF } from "./keys-off.ts";

/** Whether single keys act, with its switch. Null on the server. */
export function useKeysOn(): [isOn: boolean | null, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState<boolean | null>(null);
  useEffect(() => setOn(areKeysOn()), []);
  return [
    isOn,
    (wanted) => {
      setOn(wanted);
      try {
        if (wanted) localStorage.removeItem(KEYS_OFF);
        else localStorage.setItem(KEYS_OFF, "1");
      } catch {
        // Without storage the choice lasts as long as the page.
      }
    },
  ];
}
