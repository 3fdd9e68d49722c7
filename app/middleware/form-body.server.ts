import type { MiddlewareFunction } from "react-router";
import { type Visit, visitOf } from "#app/access/visit.server.ts";
import { hasRoomForFields, isFormShaped, isQueryShaped } from "./form-shape.server.ts";
import { FORM_MAX_BYTES, isFileForm, isPlainForm } from "./form-type.server.ts";

type Refusal = [
  status: 400 | 405 | 411 | 413 | 415,
  text: "formTooLarge" | "formUnreadable" | "formMisshapen",
];

/**
 * Refuses what no form of the portal sends, before anything reads it: too large, of a length that is not told, of another
 * type, broken, or with fields that would cost more than they say; and queries alike. Actions and loaders may then take
 * their input for granted.
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
  // Actions answer to these as well, and no form of the portal sends them.
  if (["PUT", "PATCH", "DELETE"].includes(method)) return [405, "formUnreadable"];
  // Files go by as they come; the provider, which keeps them, limits them.
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
