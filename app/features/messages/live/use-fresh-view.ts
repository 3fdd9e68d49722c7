import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { MessageCenterView } from "../message-view.ts";
import { freshQuery, withPlaceOf } from "./fresh-view.ts";
import { useLive } from "./live-source.ts";

/** A talk that goes to and fro has the page asked anew no more often than this. */
const AGAIN_AFTER_MS = 3_000;
const SOON_MS = 300;

/**
 * Keeps lists and counts of the page current: what is said anywhere changes their order. The router could load the page
 * anew, but would put its fault page in the place of a conversation whenever the link fails for a moment.
 */
export function useFreshView(given: MessageCenterView): MessageCenterView {
  const live = useLive();
  const { search } = useLocation();
  const [fresh, setFresh] = useState<{ given: MessageCenterView; view: MessageCenterView } | null>(null);
  useEffect(() => {
    if (!live) return;
    let isGone = false;
    let askedAt = 0;
    let isDue = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      timer = undefined;
      // A page that nobody sees asks when it is seen again.
      isDue = document.visibilityState !== "visible";
      if (isDue) return;
      askedAt = Date.now();
      const view = await live.page(freshQuery(search, given));
      if (isGone) return;
      if (view) setFresh({ given, view: withPlaceOf(given, view) });
      else isDue = true;
    };
    const soon = () => {
      timer ??= setTimeout(() => void ask(), Math.max(SOON_MS, askedAt + AGAIN_AFTER_MS - Date.now()));
    };
    const onVisible = () => {
      if (isDue) soon();
    };
    const end = live.onActivity(soon);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      isGone = true;
      end();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [live, search, given]);
  return fresh?.given === given ? fresh.view : given;
}
