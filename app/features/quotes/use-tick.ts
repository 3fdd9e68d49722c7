import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** No timer waits longer: a clock that says days changes once a day. */
const LONGEST_MS = 3_600_000;

/**
 * Reads the page's data again when one of its clocks says something else: what has expired on an open page says so, and
 * offers no more what the provider would refuse. A page out of sight waits until it is looked at.
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
