import diagnostics from "node:diagnostics_channel";
import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import morgan from "morgan";
import type { ServerBuild } from "react-router";
import { freshId } from "#app/lib/fresh-id.ts";
import { REQUEST_ID_HEADER } from "#app/lib/request-id.ts";
import { discardUnread } from "#app/lib/unread-body.ts";
import { withKnownFailures } from "./server-failures.ts";

/**
 * Entry of react-router-serve: the build plus settings of the running machine. It is not part of the build;
 * Node runs it as TypeScript.
 */

const { env, STRICT_TRANSPORT } = await import("#app/config/env.server.ts").catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
// They read the settings too, which are judged above.
const { answerProbe, isProbe } = await import("./server-health.ts");
const { closeInTurn, isLeaving, standBefore, whenServing } = await import("./server-stop.ts");

// The access log names paths only: query strings hold reset tokens and what people searched for.
morgan.token("url", ({ url = "", headers }: IncomingMessage) =>
  [url.split("?", 1)[0], headers[REQUEST_ID_HEADER]].filter(Boolean).join(" "),
);

/** Node publishes each request before the framework sees it. */
diagnostics.subscribe("http.server.request.start", (message) => {
  const { request, response } = message as Started;
  if (isProbe(request)) return;
  response.once("finish", () => discardUnread(request));
  stampRequestId(request);
  stampClientAddress(request);
  stampVisitedHost(request);
  keepToFloor(response);
  handOutCompressed(request, response);
  if (request.method === "TRACE" || !isHostSound(request.headers.host)) {
    response.writeHead(request.method === "TRACE" ? 405 : 400, { "content-type": "text/plain" }).end();
    request.method = "OPTIONS";
    request.headers.host = "localhost";
  }
});

const { METRICS_PORT, METRICS_HOST } = env;
const metrics = METRICS_PORT ? await import("./server-metrics.ts") : null;
await metrics?.startMetrics({ host: METRICS_HOST, port: METRICS_PORT ?? 0 }).catch((error: Error) => {
  console.error(`METRICS_PORT: ${error.message}: set it to a free port of this machine, or leave it out`);
  process.exit(1);
});

const { log } = await import("#app/config/log.server.ts");
const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: traceHeaders = {} } = env;
const endTraces = endpoint
  ? (await import("#app/lib/trace-export.ts")).startTraces({
      service: "fairlead-portal",
      endpoint,
      headers: traceHeaders,
      warn: (text) => log.warn(text),
    })
  : null;

/** Longer than proxies keep idle connections, so that none sends a form over one that is being closed here. */
const KEEP_ALIVE_MS = 75_000;

whenServing((server) => {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  closeInTurn(server);
  if (endTraces) server.once("close", endTraces);
  standBefore(server, (framework) => {
    passPages(framework as App);
    return (request, response) => {
      // Who keeps connections looks for another process with its next request.
      if (isLeaving()) response.setHeader("connection", "close");
      if (isProbe(request)) return answerProbe(request, response);
      metrics?.countRequest(request, response);
      return framework(request, response);
    };
  });
});

interface Started {
  request: IncomingMessage;
  response: ServerResponse;
}
type Handle = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
type App = { router?: { stack: { name: string; handle: Handle }[] } };

/**
 * react-router-serve looks for a file of each page's name in two folders first. Names of files have a point, and addresses of pages
 * have none, but for a few, for which it looks as before.
 */
function passPages({ router }: App): void {
  for (const layer of router?.stack ?? []) {
    if (layer.name !== "serveStatic") continue;
    const { handle } = layer;
    layer.handle = (request, response, next) =>
      request.url?.split("?", 1)[0]?.includes(".") ? handle(request, response, next) : next();
  }
}

/**
 * Headers of static files and of the framework's own refusals; the portal's middleware sets its own, stricter
 * ones.
 */
const staticHeaders = Object.entries({
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
  ...(env.isBehindTls ? { "strict-transport-security": STRICT_TRANSPORT } : {}),
});

/**
 * Immutable files are never revalidated, and load nothing from elsewhere that could be told an address, so these
 * headers are not needed; on a first visit they would cost two hundred bytes per script. Without `connection`, HTTP/1.1
 * keeps the connection as it does with it.
 */
const dropped = ["etag", "last-modified", "accept-ranges", "referrer-policy", "connection"];

function keepToFloor(response: ServerResponse): void {
  const writeHead = response.writeHead;
  response.writeHead = function keptToFloor(this: ServerResponse, ...args: unknown[]) {
    for (const [name, value] of staticHeaders) if (!this.hasHeader(name)) this.setHeader(name, value);
    if (/immutable/.test(String(this.getHeader("cache-control"))))
      for (const name of dropped) this.removeHeader(name);
    return (writeHead as (...parameters: unknown[]) => ServerResponse).apply(this, args);
  };
}

/** Always a fresh one: a proxy passes on what any client sent, so a given id is no better than a stranger's. */
function stampRequestId({ headers }: IncomingMessage): void {
  headers[REQUEST_ID_HEADER] = freshId();
  delete headers.traceparent;
}

/**
 * The address by which public search and sign-in are limited: the proxy's last entry, if there is a proxy.
 */
function stampClientAddress(request: IncomingMessage): void {
  const forwarded = env.PUBLIC_URL ? request.headers["x-forwarded-for"] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded)?.split(",").at(-1)?.trim();
  request.headers["x-client-address"] = last || request.socket.remoteAddress || "";
}

const publicOrigin = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : null;

/**
 * The host as the browser named it, which a proxy may tell. Behind TLS a form from a page of that host has an https
 * origin and its request an http one: the middleware (`same-origin.server.ts`) asks the provider whether a customer has the
 * host. An origin that is no address is one that hides itself, since the framework takes it for an error of ours.
 */
function stampVisitedHost({ headers }: IncomingMessage): void {
  const forwarded = env.PUBLIC_URL ? headers["x-forwarded-host"] : undefined;
  const last = (Array.isArray(forwarded) ? forwarded.join(",") : forwarded)?.split(",").at(-1)?.trim();
  const visited = (last || headers.host) ?? "";
  headers["x-visited-host"] = visited;
  delete headers["x-page-origin"];
  const { origin } = headers;
  if (origin && !URL.canParse(origin)) headers.origin = "null";
  if (env.isBehindTls && origin !== publicOrigin && origin === `https://${visited}`)
    headers["x-page-origin"] = origin;
}

/**
 * Scripts were compressed at build time (`launcher/compress-assets.ts`); clients that accept brotli get that
 * file.
 */
const compressedAssets = new Set(
  readdirSync(new URL("../build/client/assets/", import.meta.url)).filter((name) => name.endsWith(".br")),
);

function handOutCompressed(request: IncomingMessage, response: ServerResponse): void {
  const [, name = ""] = /^\/assets\/([\w.-]+\.(?:js|css))$/.exec(request.url ?? "") ?? [];
  if (!compressedAssets.has(`${name}.br`) || !/\bbr\b/.test(String(request.headers["accept-encoding"])))
    return;
  request.url = `/assets/${name}.br`;
  response.setHeader("content-encoding", "br");
  // Modules are read as UTF-8 whatever a header says.
  response.setHeader("content-type", name.endsWith(".js") ? "text/javascript" : "text/css");
  response.setHeader("vary", "accept-encoding");
}

function isHostSound(host: string | undefined): boolean {
  return host !== undefined && URL.canParse(`http://${host}/`) && /^[\w.:[\]-]+$/.test(host);
}

const build: ServerBuild = await import(new URL("../build/server/index.js", import.meta.url).href);

export const {
  allowedActionOrigins,
  assets,
  assetsBuildDirectory,
  basename,
  entry,
  future,
  isSpaMode,
  prerender,
  publicPath,
  routeDiscovery,
  ssr,
} = build;

export const routes = withKnownFailures(build);
