import { useEffect, useState } from "react";
import { href } from "react-router";
import { pageOwnerHeaders } from "#app/access/page-owner.ts";
import type { ItemBarView } from "./item.server.ts";

const LOOK_EVERY_MS = 30_000;
/** Who has not pressed a key for so long does not write. */
const TYPING_MS = 20_000;

/** Who else has the page open; asked again while it is looked at. */
export function useWatchers({ kind, subjectId, item }: ItemBarView): string {
  const loaded = item?.watchers ?? "";
  const [fresh, setFresh] = useState<{ loaded: string; text: string } | null>(null);
  useEffect(() => {
    let typedAt = Number.NEGATIVE_INFINITY;
    let isGone = false;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const isTyping = performance.now() - typedAt < TYPING_MS;
      const body = new URLSearchParams({ kind, subjectId, isTyping: String(isTyping) });
      try {
        const answer = await fetch(href("/freightForwarder/look"), {
          method: "POST",
          body,
          headers: pageOwnerHeaders(),
        });
        const { watchers } = (await answer.json()) as { watchers?: string };
        if (answer.ok && !isGone) setFresh({ loaded, text: watchers ?? "" });
      } catch {
        // Without a network the page shows what it knew.
      }
    };
    const onInput = () => {
      const isFirst = performance.now() - typedAt > TYPING_MS;
      typedAt = performance.now();
      if (isFirst) void look();
    };
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    document.addEventListener("input", onInput);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener("input", onInput);
    };
  }, [kind, subjectId, loaded]);
  return fresh?.loaded === loaded ? fresh.text : loaded;
}
