import { useEffect, useState } from "react";
import { useText } from "#app/locales/use-text.ts";
import { useLiveValue } from "./live-source.ts";

type Shown = "connected" | "connecting" | "reconnecting" | "offline";

/** Shorter interruptions are not shown. */
const QUIET_MS = 4_000;

const icons: Record<Shown, string> = {
  connected: "M3 8l3 3 7-7",
  connecting: "M3 8h2M7 8h2M11 8h2",
  reconnecting: "M13 8a5 5 0 1 1-2-4M11 1v3h3",
  offline: "M3 3l10 10M13 3L3 13",
};

/** Shows in text and icon whether messages arrive live. Empty without scripts. */
export function LinkStatus() {
  const { t } = useText("message-live");
  const present = useLiveValue(({ link, isOnline }): Shown | null => {
    if (!isOnline) return "offline";
    if (link === "ended" || link === "resting") return null;
    return link;
  });
  const settled = useSettled(present);
  return (
    <p role="status" className="flex min-h-5 items-center gap-1 text-xs text-quiet print:hidden">
      {settled ? (
        <>
          <svg
            viewBox="0 0 16 16"
            width="12"
            height="12"
            aria-hidden="true"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          >
            <path d={icons[settled]} />
          </svg>
          {t(`link.${settled}`)}
        </>
      ) : null}
    </p>
  );
}

/**
 * Good news is shown at once, bad news only when it lasts, so that screen readers do not announce every short
 * interruption.
 */
function useSettled(present: Shown | null): Shown | null {
  const [settled, setSettled] = useState<Shown | null>(null);
  useEffect(() => {
    const isUrgent = present === "connected" || present === "offline" || present === null;
    const timer = setTimeout(() => setSettled(present), isUrgent ? 0 : QUIET_MS);
    return () => clearTimeout(timer);
  }, [present]);
  return settled;
}
