import { useEffect, useState } from "react";
import { loadChunk } from "#app/lib/load-chunk.ts";

type Emoji = typeof import("#app/lib/emoji-code.ts");

let loaded: Emoji | null = null;
const MAY_HOLD_EMOJI = /\/::\(|\p{Extended_Pictographic}/u;

/** The table of emoji, a chunk loaded once a text needs it; null until then, and for texts without emoji. */
export function useEmoji(text: string): Emoji | null {
  const [emoji, setEmoji] = useState(loaded);
  const isNeeded = MAY_HOLD_EMOJI.test(text);
  useEffect(() => {
    if (!isNeeded || emoji) return;
    let isGone = false;
    void loadEmoji().then((module) => {
      if (!isGone) setEmoji(module);
    });
    return () => {
      isGone = true;
    };
  }, [isNeeded, emoji]);
  return isNeeded ? emoji : null;
}

/** Null when the chunk cannot be loaded: codes then stay codes. */
export async function loadEmoji(): Promise<Emoji | null> {
  loaded ??= await loadChunk(() => import("#app/lib/emoji-code.ts"));
  return loaded;
}

/** The text for the wire: emoji as codes (product 3.10), if the table is loaded. */
export function inCodes(text: string): string {
  return loaded && MAY_HOLD_EMOJI.test(text) ? loaded.withCodes(text) : text;
}
export const mayHoldEmoji = (text: string): boolean => MAY_HOLD_EMOJI.test(text);
