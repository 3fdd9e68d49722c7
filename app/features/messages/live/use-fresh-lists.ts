import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { useLive } from "./live-source.ts";

/** A talk that goes to and fro has the page asked anew no more often than this. */
const AGAIN_AFTER_MS = 3_000;

/** Keeps lists and counts of the page current: what is said anywhere changes their order. */
export function useFreshLists(): void {
  const live = useLive();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!live) return;
    let askedAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const ask = () => {
      timer = undefined;
      // A page that nobody sees asks when it is seen again.
      isDue = document.visibilityState !== "visible";
      if (isDue) return;
      askedAt = Date.now();
      void revalidate();
    };
    const soon = () => {
      timer ??= setTimeout(ask, Math.max(300, askedAt + AGAIN_AFTER_MS - Date.now()));
    };
    const onVisible = () => {
      if (isDue) soon();
    };
    const end = live.onActivity(soon);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      end();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [live, revalidate]);
}
