import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Maximum timer: an hour, although a text in days changes once a day only. */
const LONGEST_MS = 3_600_000;

/**
 * Loads the page's data again when one of its deadline texts changes, so that an open page shows an expired
 * price as expired and does not offer it. A hidden page waits until it is visible.
 */
export function useTick(view: { ticksInMs: number | null }): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const { ticksInMs } = view;
    if (ticksInMs === null) return;
    const due = performance.now() + ticksInMs;
    const look = () => {
      if (!document.hidden && performance.now() >= due) void revalidate();
    };
    const timer = ticksInMs <= LONGEST_MS ? setTimeout(look, ticksInMs + 1) : undefined;
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [view, revalidate]);
}
