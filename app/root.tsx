import { useContext } from "react";
import {
  href,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "react-router";
import { lookOf } from "#app/access/look.server.ts";
import { visitOf } from "#app/access/visit.server.ts";
import { bringPage } from "#app/components/bring-page.ts";
import { useLinks } from "#app/components/link.tsx";
import { keepForms, useStandingFrame } from "#app/components/lost-link.tsx";
import { NonceContext } from "#app/components/nonce.ts";
import { type PageHandle, textsOfPage } from "#app/components/page-handle.ts";
import { PlainFrame } from "#app/components/plain-frame.tsx";
import { seenBanner } from "#app/components/seen-banner.server.ts";
import { SeenBanner } from "#app/components/seen-banner.tsx";
import { TroublePage } from "#app/components/trouble-page.tsx";
import { env } from "#app/config/env.server.ts";
import { sameSitePath } from "#app/lib/same-site-path.ts";
import { addressLimit } from "#app/middleware/address-limit.server.ts";
import { formBody } from "#app/middleware/form-body.server.ts";
import { languageMiddleware } from "#app/middleware/language.server.ts";
import { operatorsHost } from "#app/middleware/operators-host.server.ts";
import { requestIdMiddleware } from "#app/middleware/request-id.server.ts";
import { routePattern } from "#app/middleware/route-pattern.server.ts";
import { sameOrigin } from "#app/middleware/same-origin.server.ts";
import { securityHeaders } from "#app/middleware/security-headers.server.ts";
import { visitMiddleware } from "#app/middleware/visit.server.ts";
import type { Route } from "./+types/root";
import { STYLES_MARK } from "./styles-mark.ts";

export const middleware: Route.MiddlewareFunction[] = [
  requestIdMiddleware,
  routePattern,
  securityHeaders,
  languageMiddleware,
  visitMiddleware,
  addressLimit,
  formBody,
  sameOrigin,
  operatorsHost,
];

export const clientMiddleware = [bringPage, keepForms];

export { frameRevalidates as shouldRevalidate } from "#app/components/kept-page.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const visit = visitOf(context);
  const { product, color, shades, logo, query } = await lookOf(visit, url.pathname);
  return {
    language: visit.language,
    product,
    brand: color + shades,
    /** For the frame's forms: language, logout. */
    requestId: visit.requestId(),
    isSignedIn: visit.session.token !== null,
    ...givenOnly({
      logo,
      /** Query of the addresses of icons and pictures. */
      lookQuery: query,
      /** For search engines and shared links, which see visitors' pages only. */
      description: visit.session.token ? null : `${product}: ${visit.t("preview:home.text")}`,
      privacyUrl: env.PRIVACY_URL,
      termsUrl: env.TERMS_URL,
      isHeaderFixed: env.SITE_FIXED_HEADER,
      isFooterFixed: env.SITE_FIXED_FOOTER,
      analyticsUrl: env.ANALYTICS_SCRIPT_URL,
      wanted: sameSitePath(url.searchParams.get("redirect"), ""),
      seen: seenBanner(visit),
      unsure: env.PROVIDER_IDEMPOTENT ? null : visit.t("refusals:unsure"),
    }),
  };
}

/** Every page carries these: what is empty, as most of them are, is left out with its name (`useRootData` has the defaults). */
function givenOnly<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<Values>;
}

/** Sets the cookie with the browser's time zone (product 9.4); the page is usable without it. */
const ZONE_SCRIPT =
  'document.cookie="tz="+encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)+";path=/;max-age=31536000;samesite=lax"';

/** Comes after the page, whose bytes go first. */
const WORKER_SCRIPT =
  'addEventListener("load",()=>navigator.serviceWorker?.register("/sw.js").catch(()=>{}))';

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const nonce = useContext(NonceContext);
  useLinks();
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined);
  const isScriptFree = handles.some((handle) => handle?.isScriptFree);
  const look = root?.lookQuery ?? "";
  const script = isScriptFree ? ZONE_SCRIPT : `${ZONE_SCRIPT};${WORKER_SCRIPT}`;
  return (
    <html
      lang={root?.language === "zh" ? "zh-CN" : "en"}
      data-texts={textsOfPage(handles).join(" ")}
      data-fixed-header={root?.isHeaderFixed || undefined}
      data-fixed-footer={root?.isFooterFixed || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {root?.description ? <meta name="description" content={root.description} /> : null}
        {/* The header's colour. */}
        <meta name="theme-color" content="#fff" media="(prefers-color-scheme:light)" />
        <meta name="theme-color" content="#191c20" media="(prefers-color-scheme:dark)" />
        <link rel="icon" {...iconOf(Boolean(root?.logo), look)} />
        <link rel="apple-touch-icon" href={href("/icon-192.png") + look} />
        <link rel="manifest" href={href("/manifest.webmanifest") + look} />
        <InlineStyles brand={root?.brand} nonce={nonce} />
        <Links />
      </head>
      <body>
        {root?.seen ? <SeenBanner {...root.seen} requestId={root.requestId} /> : null}
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of this file */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
        {root?.analyticsUrl && isScriptFree ? (
          <script async src={root.analyticsUrl} nonce={nonce} suppressHydrationWarning />
        ) : null}
        {isScriptFree ? null : (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

/** A logo is no drawing of lines. */
function iconOf(hasLogo: boolean, look: string) {
  if (hasLogo) return { href: href("/icon-192.png") + look, type: "image/png" };
  return { href: href("/favicon.svg") + look, type: "image/svg+xml" };
}

// The server's style sheet: an error boundary of the root renders the head again, and the styles must not be
// lost.
const inlined = import.meta.env.SSR ? null : document.querySelector<HTMLStyleElement>("head > style");

/**
 * The styles that the page uses are inlined, which saves a round trip on slow connections. The server's entry
 * replaces the mark; the browser's entry loads the complete sheet for client navigations.
 */
function InlineStyles({ brand, nonce }: { brand: string | undefined; nonce: string | undefined }) {
  const css = import.meta.env.SSR
    ? `:root{--brand:${brand ?? "#0b5cad"}}${STYLES_MARK}`
    : (inlined?.textContent ?? "");
  return (
    <style
      nonce={nonce ?? inlined?.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the built style sheet and colours checked by their pattern
      dangerouslySetInnerHTML={{ __html: css }}
    />
  );
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useStandingFrame("root", loaderData);
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  return (
    <PlainFrame isSignedIn={root?.isSignedIn}>
      <TroublePage error={error} />
    </PlainFrame>
  );
}
