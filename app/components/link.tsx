import { useLayoutEffect } from "react";
import { type LinkProps, type NavigateFunction, Link as RouterLink, useNavigate } from "react-router";
import { keptHref } from "./kept-page.ts";

/** Without what a plain `<a>` would not do. */
type Props = Omit<
  LinkProps,
  "discover" | "prefetch" | "relative" | "viewTransition" | "mask" | "defaultShouldRevalidate"
> &
  React.RefAttributes<HTMLAnchorElement> & {
    /** Leads to the page as it was left, with its last query, if it is kept. */
    isKept?: boolean;
  };
type Click = React.MouseEvent<HTMLAnchorElement>;

/**
 * A link within the portal. With a whole path it is a plain `<a>`, of which the click is followed here: the router's component
 * resolves the address again and takes some twenty hooks, a fifth of the time of a list, on the server and in the browser.
 */
export function Link(props: Props) {
  const { to, onClick, replace, preventScrollReset, reloadDocument, state, isKept, ...attributes } = props;
  // The table of routes comes with the first page: there is none to discover, and the mark for it is not sent.
  if (typeof to !== "string" || !to.startsWith("/") || state)
    return <RouterLink {...props} discover="none" />;
  if (import.meta.env.SSR || reloadDocument) return <a {...attributes} href={to} onClick={onClick} />;
  const follow = (event: Click) => {
    onClick?.(event);
    followLink(event, isKept ? keptHref(to) : to, replace, preventScrollReset);
  };
  return <a {...attributes} href={to} onClick={follow} />;
}

let navigate: NavigateFunction | undefined;

/** For the layout: makes clicks on links navigations of the router. Before that, they are the browser's own. */
export function useLinks(): void {
  const navigateByRouter = useNavigate();
  useLayoutEffect(() => {
    navigate = navigateByRouter;
  }, [navigateByRouter]);
}

/** As the router's own link does it: another tab, a download and the like are left to the browser. */
function followLink(
  event: Click,
  to: string,
  replace = event.currentTarget.href === location.href,
  preventScrollReset = false,
): void {
  const { target } = event.currentTarget;
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  if (!navigate || event.defaultPrevented || event.button !== 0 || isModified) return;
  if (target && target !== "_self") return;
  event.preventDefault();
  void navigate(to, { replace, preventScrollReset });
}
