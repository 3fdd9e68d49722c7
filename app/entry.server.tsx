import { EventEmitter } from "node:events";
import type { Writable } from "node:stream";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import wordFiles from "virtual:word-files";
import { preloadModule } from "react-dom";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { visitOf } from "#app/access/visit.server.ts";
import { NonceContext } from "#app/components/nonce.ts";
import { type PageHandle, textsOfPage } from "#app/components/page-handle.ts";
import { RequestIdContext } from "#app/components/request-mark.ts";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import type { Language } from "#app/contract/user.ts";
import { readCountryNames, replaceCountryNames } from "#app/lib/country-code.ts";
import { presentRequest, shortRequestId } from "#app/lib/request-id.ts";
import { scriptText } from "#app/lib/script-text.ts";
import { styleFinder } from "#app/lib/used-styles.ts";
import { textsOf } from "#app/locales/i18n.server.ts";
import { TextContext } from "#app/locales/use-text.ts";
import styles from "./app.css?inline";
import { STYLES_MARK } from "./styles-mark.ts";

replaceCountryNames(readCountryNames(env.COUNTRY_NAMES) ?? new Map());

const RENDER_TIMEOUT_MS = 5_000;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Renders the page completely and sends it at once: nothing in it is deferred, and a compressed page fits the
 * first round trip. Compression is done here, because the server's default level costs more than rendering.
 */
export default async function handleRequest(
  request: Request,
  madeStatus: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const status = statusOfPage(request, madeStatus);
  if (request.method === "HEAD") return new Response(null, { status, headers });
  if (!METHODS.includes(request.method)) return notAllowed(headers);
  const visit = visitOf(loadContext);
  const data = await dataScript(routerContext, visit.nonce);
  const requestId = presentRequest();
  const page = (
    <NonceContext value={visit.nonce}>
      <RequestIdContext value={requestId && shortRequestId(requestId)}>
        <TextContext value={textsOf(visit.language)}>
          <Preloaded files={filesWithWords(routerContext, visit.language)} nonce={visit.nonce}>
            <ServerRouter
              context={{
                ...routerContext,
                manifest: ownRoutes(routerContext),
                serverHandoffStream: undefined,
              }}
              url={request.url}
              nonce={visit.nonce}
            />
          </Preloaded>
        </TextContext>
      </RequestIdContext>
    </NonceContext>
  );
  const html = rendered(page) ?? (await renderedWithParts(page, visit.nonce));
  return compressed(
    withStyles(withData(html, data)),
    request.headers.get("accept-encoding") ?? "",
    status,
    headers,
  );
}

const HTTP_LACKING = 501;

/** A page that says in place which call the provider lacks has not failed: proxies and monitors leave it alone. */
function statusOfPage({ method }: Request, status: number): number {
  return status === HTTP_LACKING && (method === "GET" || method === "HEAD") ? 200 : status;
}

/** The browser's files with the words of the page, which it would ask for only when the framework's scripts run. */
function filesWithWords(
  { staticHandlerContext, routeModules }: EntryContext,
  language: Language,
): Set<string> {
  const handles = staticHandlerContext.matches.map(
    ({ route }) => routeModules[route.id]?.handle as PageHandle | undefined,
  );
  if (handles.some((handle) => handle?.isScriptFree)) return new Set();
  const first = wordFiles[`${language}/shell`];
  const files = textsOfPage(handles).flatMap((name) => wordFiles[`${language}/${name}`] ?? []);
  const isMore = files.some((file) => file !== first);
  return new Set([...files, ...(isMore && wordFiles.more ? [wordFiles.more] : [])]);
}

function Preloaded({
  files,
  nonce,
  children,
}: {
  files: Iterable<string>;
  nonce: string;
  children: React.ReactNode;
}) {
  for (const file of files) preloadModule(file, { as: "script", nonce });
  return children;
}

/**
 * The framework refuses other methods before any middleware runs, so there is no visit to render a page for.
 */
function notAllowed(headers: Headers): Response {
  headers.set("content-type", "text/plain; charset=utf-8");
  headers.set("allow", "GET, HEAD, POST");
  return new Response("Method Not Allowed", { status: 405, headers });
}

/** Collects the page: a platform stream would cost more for each of its hundred chunks than keeping it. */
class PageCollector extends EventEmitter {
  readonly #pieces: Uint8Array[] = [];
  readonly #done: (html: string) => void;
  constructor(done: (html: string) => void) {
    super();
    this.#done = done;
  }
  write(piece: Uint8Array | string): boolean {
    this.#pieces.push(typeof piece === "string" ? Buffer.from(piece) : piece);
    return true;
  }
  end(): void {
    this.#done(Buffer.concat(this.#pieces).toString());
  }
}

const stylesOf = styleFinder(styles);

/** Replaces the mark by the styles that the page uses. */
function withStyles(html: string): string {
  const at = html.indexOf(STYLES_MARK);
  return at < 0 ? html : html.slice(0, at) + stylesOf(html) + html.slice(at + STYLES_MARK.length);
}

/** Only the routes of this page: the framework makes its tree of all of them anew for each page, 3 % of its time. */
function ownRoutes({ manifest, staticHandlerContext }: EntryContext): EntryContext["manifest"] {
  const own = staticHandlerContext.matches.map(({ route }) => [route.id, manifest.routes[route.id]]);
  return { ...manifest, routes: Object.fromEntries(own) };
}

/**
 * The loaders' data as the framework's browser part reads it from the page. The framework's own component makes a script
 * of each piece, rendered as the piece comes; here all of it has come before the page is rendered.
 */
async function dataScript({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream) return "";
  const controller = "window.__reactRouterContext.streamController";
  const data = scriptText(await new Response(serverHandoffStream).text());
  return `<script nonce="${nonce}">${controller}.enqueue(${data});${controller}.close()</script>`;
}

/** A page without the framework's scripts needs no data. */
function withData(html: string, data: string): string {
  const at = html.includes("window.__reactRouterContext") ? html.lastIndexOf("</body>") : -1;
  return at < 0 ? html : html.slice(0, at) + data + html.slice(at);
}

/** Stands where React left a part to the browser. */
const LEFT_OUT = "<!--$!-->";

/**
 * The page in one go, without pieces to collect; null where a part of it has to be waited for, as one that is loaded late
 * has the first time, or where rendering failed.
 */
function rendered(element: React.ReactElement): string | null {
  try {
    const html = renderToString(element);
    return html.includes(LEFT_OUT) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    // Rendered again, which tells what failed.
    return null;
  }
}

function renderedWithParts(element: React.ReactElement, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sink = new PageCollector((page) => {
      clearTimeout(timer);
      resolve(page);
    });
    const { pipe, abort } = renderToPipeableStream(element, {
      nonce,
      // A part that is loaded late by the browser is in its place on the page, not moved there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink as unknown as Writable),
      onShellError: reject,
      onError: (error) => log.error({ err: error }, "Rendering failed"),
    });
    const timer = setTimeout(() => abort(new Error("Rendering timed out")), RENDER_TIMEOUT_MS);
  });
}

/** The default level, 11, takes sixty times as long; level 6 makes a page 1 % smaller and takes a third longer. */
const BROTLI_LEVEL = 5;
/** The window only has to hold one page, because its tables are allocated for each. */
const BROTLI_WINDOW_BITS = 16;

/**
 * Compresses in this thread: a page takes 2 ms, and handing it to another thread and back took as long again, with
 * memory that was held meanwhile.
 */
function compressed(html: string, accepted: string, status: number, headers: Headers): Response {
  headers.append("vary", "accept-encoding");
  let body = Buffer.from(html);
  if (/\bbr\b/.test(accepted)) {
    body = brotliCompressSync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    });
    headers.set("content-encoding", "br");
  } else if (/\bgzip\b/.test(accepted)) {
    body = gzipSync(body, { level: 6 });
    headers.set("content-encoding", "gzip");
  }
  headers.set("content-length", String(body.length));
  return new Response(body, { status, headers });
}

/** Unexpected errors of loaders and actions. A disconnected client is no error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  // Requests that no page makes: the client's fault, so they are not logged.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  log.error({ err: error, path: new URL(request.url).pathname, method: request.method }, "Unhandled error");
};
