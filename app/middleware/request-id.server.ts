import type { MiddlewareFunction } from "react-router";
import { isTrouble, type Trouble } from "#app/access/trouble.ts";
import { CODE_TOO_MANY } from "#app/contract/code.ts";
import type { Language } from "#app/contract/user.ts";
import { freshId } from "#app/lib/fresh-id.ts";
import { asRequest, REQUEST_ID_HEADER, shortRequestId } from "#app/lib/request-id.ts";
import { type TracedWork, traced } from "#app/lib/traced.ts";
import { translateOf } from "#app/locales/i18n.server.ts";
import type { Translate } from "#app/locales/translation.ts";
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
  const sentId = request.headers.get(REQUEST_ID_HEADER) ?? "";
  const id = OWN_ID.test(sentId) ? sentId : freshId();
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
  if (response.status < FIRST_FAILURE_STATUS && response.status !== CODE_TOO_MANY) return response;
  response.headers.set(REQUEST_ID_HEADER, id);
  if (!request.headers.get("accept")?.includes("text/html")) return response;
  const failure = await failureIn(response);
  return failure === null ? response : inWords(response, failure, id, languageOf(context));
};

const FAILURE_TYPE = /^(text\/plain|application\/json)\b/i;
const FRAMEWORKS_TEXT = "Unexpected Server Error";

/**
 * What a resource route threw, as a browser would show it to a person: a trouble, or a fault that nobody expected. Null for
 * pages, and answers that were made as such.
 */
async function failureIn(response: Response): Promise<Trouble | null> {
  if (!FAILURE_TYPE.test(response.headers.get("content-type") ?? "")) return null;
  const text = await response.clone().text();
  if (text.includes(FRAMEWORKS_TEXT)) return { kind: "unknown" };
  try {
    const thrown: unknown = JSON.parse(text);
    return isTrouble(thrown) ? thrown : null;
  } catch {
    return null;
  }
}

function inWords(response: Response, trouble: Trouble, id: string, language: Language): Response {
  const t = translateOf(language);
  const [title, text] = textsOf(trouble, t);
  const number = t("errors:requestId", { id: shortRequestId(id) });
  const headers = new Headers(response.headers);
  headers.set("content-type", "text/plain; charset=utf-8");
  headers.delete("content-length");
  return new Response(`${title}\n${text}\n${number}\n`, { status: response.status, headers });
}

function textsOf(trouble: Trouble, t: Translate): [title: string, text: string] {
  switch (trouble.kind) {
    case "unavailable":
      return [
        t(`trouble:unavailable.${trouble.reason}.title`),
        t(`trouble:unavailable.${trouble.reason}.text`),
      ];
    case "refused":
      return [t("trouble:refused.title"), trouble.message || t("errors:error")];
    case "busy":
      return [t("trouble:busy.title"), [t("trouble:busy.text"), trouble.message].filter(Boolean).join(" ")];
    case "tooMany":
      return [t("trouble:tooMany.title"), t("trouble:tooMany.text", { seconds: trouble.seconds })];
    default:
      return [t("errors:unknown.title"), t("errors:unknown.text")];
  }
}
