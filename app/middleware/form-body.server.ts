import type { MiddlewareFunction } from "react-router";
import { type Visit, visitOf } from "#app/access/visit.server.ts";
import { hasRoomForFields, isFormShaped, isQueryShaped } from "./form-shape.server.ts";
import { FORM_MAX_BYTES, isFileForm, isPlainForm } from "./form-type.server.ts";

type Refusal = [
  status: 400 | 405 | 411 | 413 | 415,
  text: "formTooLarge" | "formUnreadable" | "formMisshapen",
];

/**
 * Refuses forms and queries that the portal never sends, before they are parsed: too large, without a length,
 * of another type, malformed, or with fields that are expensive to parse. Actions and loaders need not check
 * this.
 */
export const formBody: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const refusal = queryRefusalOf(request) ?? (await refusalOf(request, visitOf(context)));
  if (refusal === null) return next();
  const [status, text] = refusal;
  return new Response(visitOf(context).t(`refusals:${text}`), {
    status,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      ...(status === 405 ? { allow: "GET, HEAD, POST" } : {}),
    },
  });
};

function queryRefusalOf({ url }: Request): Refusal | null {
  const { search, searchParams } = new URL(url);
  return hasRoomForFields(search) && isQueryShaped(searchParams) ? null : [400, "formMisshapen"];
}

async function refusalOf(request: Request, visit: Visit): Promise<Refusal | null> {
  const { headers, method } = request;
  // React Router calls actions for these methods too, but no form of the portal sends them.
  if (["PUT", "PATCH", "DELETE"].includes(method)) return [405, "formUnreadable"];
  // Files are forwarded as a stream; the provider limits them.
  const upload = await visit.upload();
  if (upload && !upload.isSound) return [400, "formUnreadable"];
  if (upload) return isFormShaped(new URLSearchParams(upload.fields)) ? null : [400, "formMisshapen"];
  if (Number(headers.get("content-length") ?? 0) > FORM_MAX_BYTES) return [413, "formTooLarge"];
  if (headers.has("transfer-encoding")) return [411, "formTooLarge"];
  if (method !== "POST") return null;
  if (isPlainForm(request)) {
    const text = await request.clone().text();
    return hasRoomForFields(text) && isFormShaped(new URLSearchParams(text)) ? null : [400, "formMisshapen"];
  }
  if (!isFileForm(request)) return [415, "formUnreadable"];
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  if (!form) return [400, "formUnreadable"];
  return isFormShaped(form) ? null : [400, "formMisshapen"];
}
