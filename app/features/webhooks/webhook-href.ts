import { href } from "react-router";
import { withQuery } from "#app/lib/with-query.ts";

/** A page about the webhook; without a path its own. */
export const webhookHref = (id: string, page: string = href("/account/webhookDetail")) =>
  withQuery(page, { id });
