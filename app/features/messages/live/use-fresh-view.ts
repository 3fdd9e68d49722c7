import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { MessageCenterView } from "../conversation/message-view.ts";
import { freshQuery, withPlaceOf } from "./fresh-view.ts";
import { useLive } from "./live-source.ts";

/** In a lively conversation the page is reloaded at most this often. */
const AGAIN_AFTER_MS = 3_000;
const SOON_MS = 300;

/**
 * Keeps lists and counts current, which every new message changes. The router's revalidation is not used,
 * because it would show an error page in place of the conversation when the network fails.
 */
export function useFreshView(loaded: MessageCenterView): MessageCenterView {
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
      // A hidden page is reloaded when it becomes visible.
      isDue = document.visibilityState !== "visible";
      if (isDue) return;
      askedAt = Date.now();
      const view = await live.page(freshQuery(search, loaded));
      if (isGone) return;
      if (view) setFresh({ given: loaded, view: withPlaceOf(loaded, view) });
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
  }, [live, search, loaded]);
  return fresh?.given === loaded ? fresh.view : loaded;
}
