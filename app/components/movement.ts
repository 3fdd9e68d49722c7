import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Id of the page's one live region, which the frame renders empty. */
export const LIVE_REGION = "said";

/** Has a screen reader say a text. */
export function announce(text: string): void {
  const region = document.getElementById(LIVE_REGION);
  if (region) region.textContent = text;
}

/**
 * What a new document does by itself, after a navigation without one: menus close, the focus goes to the
 * heading, or to the table when its page was turned, and the title is said. A page that sets the focus itself
 * keeps it.
 */
export function useMovement(): void {
  const { pathname, search, key } = useLocation();
  const page = `${pathname} ${new URLSearchParams(search).get("page")}`;
  const lastMovement = useRef({ key, pathname, page });
  useEffect(() => {
    const last = lastMovement.current;
    lastMovement.current = { key, pathname, page };
    if (last.key === key) return;
    for (const menu of document.querySelectorAll<HTMLElement>("[popover]")) menu.togglePopover?.(false);
    if (last.page === page) return;
    const isOther = last.pathname !== pathname;
    if (isOther) announce(document.title);
    const content = document.getElementById("content");
    const target = content?.querySelector<HTMLElement>(isOther ? "h1" : ".table-frame");
    if (!target || (isOther && content?.contains(document.activeElement))) return;
    if (isOther) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [key, pathname, page]);
}
