import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Keeps the place of a reader in a list that grows at both ends (product 4.7: to the end while sending, and where the reader
 * is afterwards). `end` stands after the last message, `first` is the message that the list begins with.
 */
export function useFollowEnd({
  end,
  first,
  lastSequence,
  lastWritten,
}: {
  end: RefObject<HTMLElement | null>;
  /** The element id of the first message. */
  first: string;
  lastSequence: number;
  /** When the newest message that is on its way was written; 0 for none. */
  lastWritten: number;
}): {
  fresh: number;
  toEnd(): void;
  /**
   * Called right before older messages are added: what is first stays where it is. Browsers do that by themselves only
   * below the very top, so the list turns their own way off.
   */
  holdPlace(): void;
} {
  const isAtEnd = useRef(true);
  const seen = useRef(lastSequence);
  const [fresh, setFresh] = useState(0);
  const toEnd = () => showEnd(end.current);

  useEffect(() => {
    const element = end.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        isAtEnd.current = entry?.isIntersecting ?? false;
        if (isAtEnd.current) setFresh(0);
      },
      { rootMargin: "80px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [end]);

  useLayoutEffect(() => {
    const added = lastSequence - seen.current;
    seen.current = lastSequence;
    if (added <= 0) return;
    if (isAtEnd.current) showEnd(end.current);
    else setFresh((before) => before + added);
  }, [lastSequence, end]);

  const written = useRef(lastWritten);
  useLayoutEffect(() => {
    if (lastWritten > written.current) showEnd(end.current);
    written.current = Math.max(lastWritten, written.current);
  }, [lastWritten, end]);

  const held = useRef<{ id: string; top: number } | null>(null);
  const holdPlace = () => {
    held.current = { id: first, top: topOf(first) ?? 0 };
  };
  useLayoutEffect(() => {
    const place = held.current;
    if (!place || place.id === first) return;
    held.current = null;
    const moved = topOf(place.id);
    if (moved !== null) scrollParent(document.getElementById(place.id)).scrollBy(0, moved - place.top);
  }, [first]);

  return { fresh, toEnd, holdPlace };
}

/** The end, with what stands below it for writing. */
function showEnd(end: HTMLElement | null): void {
  end?.scrollIntoView({ block: "center" });
}

function topOf(id: string): number | null {
  return document.getElementById(id)?.getBoundingClientRect().top ?? null;
}

function scrollParent(element: Element | null): Element {
  for (let up = element?.parentElement; up; up = up.parentElement)
    if (up.scrollHeight > up.clientHeight && /auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  return document.scrollingElement ?? document.documentElement;
}
