import type { MiddlewareFunction } from "react-router";
import { visitOf } from "#app/access/visit.server.ts";
import { FORM_MAX_BYTES } from "./plain-form.server.ts";

/** Refuses a body larger than any form, before anything reads it into memory; one of unknown length could be any size. */
export const formSize: MiddlewareFunction<Response> = async ({ request: { headers }, context }, next) => {
  const isTooLarge = Number(headers.get("content-length") ?? 0) > FORM_MAX_BYTES;
  if (!isTooLarge && !headers.has("transfer-encoding")) return next();
  return new Response(visitOf(context).t("errors:formTooLarge"), {
    status: isTooLarge ? 413 : 411,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
};
