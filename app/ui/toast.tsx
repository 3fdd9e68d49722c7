import { useEffect, useEffectEvent, useState } from "react";
import { Alert } from "./alert.tsx";

const TOAST_MS = 5_000;

/**
 * A failure over the page, whatever part of it is in sight. With scripts it goes after 5 s, counted anew when the pointer
 * or the focus leaves it. Its children have the way to close it.
 */
export function Toast({
  stays,
  onGone,
  ...rest
}: Omit<React.ComponentProps<typeof Alert>, "kind" | "isToast"> & {
  /** It waits for the person to close it. */
  stays?: boolean;
  onGone: () => void;
}) {
  const [isHeld, setHeld] = useState(false);
  const go = useEffectEvent(onGone);
  useEffect(() => {
    if (stays || isHeld) return;
    const timer = setTimeout(go, TOAST_MS);
    return () => clearTimeout(timer);
  }, [stays, isHeld]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    <Alert
      kind="danger"
      isToast
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      {...rest}
    />
  );
}
