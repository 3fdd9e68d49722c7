import { useEffect, useState } from "react";
import ReloginAlert from "./relogin-alert.tsx";

/** A message of type logOut from the embedding window shows the alert (product 4.4); other origins are ignored. */
export default function ParentLogout({ origins }: { origins: string[] }) {
  const [isLoggedOut, setLoggedOut] = useState(false);
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (!origins.includes(event.origin) || event.source !== window.parent) return;
      if ((event.data as { type?: unknown } | null)?.type === "logOut") setLoggedOut(true);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [origins]);
  return isLoggedOut ? <ReloginAlert state="notLoggedIn" minutes={null} /> : null;
}
