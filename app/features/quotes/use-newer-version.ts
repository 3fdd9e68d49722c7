import { useEffect, useState } from "react";
import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";

const LOOK_MS = 20_000;

/**
 * Whether the quote has changed since the page was loaded: polled while the page is visible, and when it
 * becomes visible again. Failed requests and other sessions are ignored.
 */
export function useNewerVersion(id: string, version: number): boolean {
  const [newest, setNewest] = useState({ id, version });
  useEffect(() => {
    let isGone = false;
    const look = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(withQuery(href("/quote/version"), { id }), {
          headers: { accept: "application/json" },
        });
        const newest = answer.ok ? ((await answer.json()) as { version: number | null }) : { version: null };
        if (!isGone && newest.version !== null) setNewest({ id, version: newest.version });
      } catch {
        // Tried again at the next poll.
      }
    };
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, [id]);
  return newest.id === id && newest.version > version;
}
