import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/**
 * Keeps the scroll position in a list that grows at both ends (product 4.7: at the end while sending, later
 * where the reader is). `end` follows the last message, `first` is the first message of the list.
 */
export function useFollowEnd({
  end,
  first,
  lastSequence,
  lastWritten,
}: {
  end: RefObject<HTMLElement | null>;
  /** Element id of the first message. */
  first: string;
  lastSequence: number;
  /** When the newest unsent message was written; 0 for none. */
  lastWritten: number;
}): {
  fresh: number;
  toEnd(): void;
  /**
   * Called before older messages are added above: the visible ones stay in place. Browsers do so only when
   * not scrolled to the very top, so their own scroll anchoring is turned off.
   */
  holdPlace(): void;
} {
  const isAtEnd = useRef(true);
  const seen = useRef(lastSequence);
  const [fresh, setFresh] = useState(0);
  const toEnd = () => scrollToEnd(end.current);
  const { hash } = useLocation();

  // A pane of its own starts at the top: the browser, on the way back, restores the document's position alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the address leads, once
  useLayoutEffect(() => {
    const pane = scrollParent(end.current);
    if (pane === document.scrollingElement || pane.scrollTop !== 0) return;
    const named = document.getElementById(hash.slice(1));
    if (named && named !== end.current && pane.contains(named)) named.scrollIntoView();
    else scrollToEnd(end.current);
  }, [end]);

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
    if (isAtEnd.current) scrollToEnd(end.current);
    else setFresh((before) => before + added);
  }, [lastSequence, end]);

  const written = useRef(lastWritten);
  useLayoutEffect(() => {
    if (lastWritten > written.current) scrollToEnd(end.current);
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

/** Scrolls to the end, including the form below it. */
function scrollToEnd(end: HTMLElement | null): void {
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
