import { useEffect, useState } from "react";
import type { SessionFault } from "#app/access/trouble.ts";
import { Late, latePart } from "#app/components/late-part.tsx";
import { loadChunk } from "#app/lib/load-chunk.ts";
import { provideLive, useLive, useLiveValue } from "./live-source.ts";

const ReloginAlert = latePart(() => import("#app/components/relogin-alert.tsx"));

/** Maximum delay on a busy page. */
const IDLE_WITHIN_MS = 2_000;

/**
 * Starts the socket on every page of the shell, for messages and for changed shipments. The code is a chunk loaded when
 * the page is idle, so that no page waits for it. `unread` is the server's count; null when it failed.
 */
export function KeepLive({
  user: { id: userId, name },
  unread,
  hasMessages,
}: {
  user: { id: string; name: string };
  unread: number | null;
  hasMessages: boolean;
}) {
  const [sessionFault, setSessionFault] = useState<SessionFault | null>(null);
  const live = useLive();
  const Refresher = useLiveValue((view) => view.Refresher);
  useEffect(() => {
    let stop = () => {};
    let isGone = false;
    const begin = async () => {
      // Without the chunk the page is still complete.
      const module = await loadChunk(() => import("./start.client.ts"));
      if (!module || isGone) return;
      const started = module.startLive({ userId, name, hasMessages, onSessionEnded: setSessionFault });
      stop = started.stop;
      provideLive(started.live);
    };
    // Safari has no requestIdleCallback.
    const hasIdle = "requestIdleCallback" in window;
    const handle = hasIdle
      ? requestIdleCallback(begin, { timeout: IDLE_WITHIN_MS })
      : setTimeout(begin, IDLE_WITHIN_MS);
    return () => {
      isGone = true;
      if (hasIdle) cancelIdleCallback(handle as number);
      else clearTimeout(handle);
      provideLive(null);
      stop();
    };
  }, [userId, name, hasMessages]);
  useEffect(() => {
    if (unread !== null) live?.counted(unread);
  }, [live, unread]);
  if (sessionFault)
    return (
      <Late>
        <ReloginAlert state={sessionFault} minutes={null} />
      </Late>
    );
  return Refresher ? <Refresher /> : null;
}

/** Unread messages: the socket's latest count, or the page's. */
export function useUnread(counted: number | null): number {
  return useLiveValue(({ unread }) => unread) ?? counted ?? 0;
}

/** Unread news as the connected socket tells them, up to 100; else null. */
export function useUnreadNews(): number | null {
  return useLiveValue(({ link, news }) => (link === "connected" ? news : null));
}
