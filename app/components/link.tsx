import { type LinkProps, Link as RouterLink } from "react-router";

/**
 * A link within the portal. The server draws those with a whole path as plain `<a>`: the router's component resolves
 * the address again and takes five hooks for handlers that a server has no use for, a fifth of the time of a list.
 */
type Props = LinkProps & React.RefAttributes<HTMLAnchorElement>;

export const Link: React.ComponentType<Props> = import.meta.env.SSR ? PlainLink : BrowserLink;

/** The table of routes comes with the first page: there is none to discover, and the mark for it is not sent. */
function BrowserLink(props: Props) {
  return <RouterLink {...props} discover="none" />;
}

function PlainLink(props: Props) {
  const { to } = props;
  if (typeof to !== "string" || !to.startsWith("/")) return <BrowserLink {...props} />;
  const {
    to: _to,
    discover: _discover,
    prefetch: _prefetch,
    relative: _relative,
    reloadDocument: _reloadDocument,
    replace: _replace,
    state: _state,
    preventScrollReset: _preventScrollReset,
    viewTransition: _viewTransition,
    mask: _mask,
    defaultShouldRevalidate: _defaultShouldRevalidate,
    ...attributes
  } = props;
  return <a {...attributes} href={to} />;
}
