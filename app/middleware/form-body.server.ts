import type { MiddlewareFunction } from "react-router";
import { type Visit, visitOf } from "#app/access/visit.server.ts";
import { FORM_MAX_BYTES, isFileForm, isPlainForm } from "./form-type.server.ts";

/**
 * Refuses a body that no form of the portal sends, before anything reads it: too large, of a length that is not told, of
 * another type, or broken. Actions may then take their form for granted.
 */
export const formBody: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const status = await refusalOf(request, visitOf(context));
  if (status === null) return next();
  const text = status === 413 || status === 411 ? "errors:formTooLarge" : "errors:formUnreadable";
  return new Response(visitOf(context).t(text), {
    status,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
};

async function refusalOf(request: Request, visit: Visit): Promise<411 | 413 | 415 | 400 | null> {
  const { headers } = request;
  // Files go by as they come; the provider, which keeps them, limits them.
  const upload = await visit.upload();
  if (upload) return upload.isSound ? null : 400;
  if (Number(headers.get("content-length") ?? 0) > FORM_MAX_BYTES) return 413;
  if (headers.has("transfer-encoding")) return 411;
  if (request.method !== "POST" || isPlainForm(request)) return null;
  if (!isFileForm(request)) return 415;
  const isSound = await request
    .clone()
    .formData()
    .then(
      () => true,
      () => false,
    );
  return isSound ? null : 400;
}
