import type { MiddlewareFunction } from "react-router";
import { freshId } from "#app/lib/fresh-id.ts";
import { asRequest, REQUEST_ID_HEADER, shortRequestId } from "#app/lib/request-id.ts";
import { type TracedWork, traced } from "#app/lib/traced.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import { languageOf } from "./language.server.ts";

const OWN_ID = /^[\da-f]{32}$/;
const FIRST_FAILURE_STATUS = 500;

/**
 * The whole request is answered under its id, which lines of the log, calls to the provider and error pages take from
 * there. It comes from `app/server.ts`; the development server gives none.
 */
export const requestIdMiddleware: MiddlewareFunction<Response> = async (
  { request, context, pattern },
  next,
) => {
  const given = request.headers.get(REQUEST_ID_HEADER) ?? "";
  const id = OWN_ID.test(given) ? given : freshId();
  const route = pattern.startsWith("/") ? pattern : `/${pattern}`;
  const attributes: TracedWork["attributes"] = {
    "http.request.method": request.method,
    "http.route": route,
  };
  const work: TracedWork = {
    kind: "server",
    name: `${request.method} ${route}`,
    attributes,
    requestId: id,
    isRoot: true,
  };
  const response = await traced(work, async () => {
    const answer = await asRequest(id, next, work.spanId);
    attributes["http.response.status_code"] = answer.status;
    return answer;
  });
  if (response.status < FIRST_FAILURE_STATUS) return response;
  response.headers.set(REQUEST_ID_HEADER, id);
  return (await isFrameworksOwn(request, response)) ? failure(response, id, languageOf(context)) : response;
};

/** What the framework answers for a resource route that failed, to a browser that shows it to a person. */
async function isFrameworksOwn(request: Request, response: Response): Promise<boolean> {
  const isShown = request.headers.get("accept")?.includes("text/html");
  const length = Number(response.headers.get("content-length") ?? 0);
  const type = response.headers.get("content-type") ?? "";
  if (!isShown || length > FRAMEWORKS_TEXT.length * 2 || !/^(text\/plain|application\/json)/i.test(type))
    return false;
  return (await response.clone().text()).includes(FRAMEWORKS_TEXT);
}
const FRAMEWORKS_TEXT = "Unexpected Server Error";

function failure(response: Response, id: string, language: Parameters<typeof translateOf>[0]): Response {
  const t = translateOf(language);
  const lines = [
    t("errors:unknown.title"),
    t("errors:unknown.text"),
    t("errors:requestId", { id: shortRequestId(id) }),
  ];
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/plain; charset=utf-8");
  headers.delete("content-length");
  return new Response(`${lines.join("\n")}\n`, { status: response.status, headers });
}
