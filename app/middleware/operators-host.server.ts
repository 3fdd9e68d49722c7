import { type MiddlewareFunction, redirect } from "react-router";
import { visitOf } from "#app/access/visit.server.ts";
import { env } from "#app/config/env.server.ts";
import { rulesOf } from "#app/route-rules.ts";

/**
 * Leads from the host name of a customer to the operator's for what is tied to that one: passkeys belong to a host name,
 * and identity providers of companies return people to the address that was entered there.
 */
export const operatorsHost: MiddlewareFunction<Response> = ({ request, context }, next) => {
  const { pathname, search } = new URL(request.url);
  const path = pathname.replace(/\.data$/, "");
  const isMoved =
    visitOf(context).site.host !== null && rulesOf(path).isAtOperators && request.method === "GET";
  return isMoved && env.PUBLIC_URL ? redirect(env.PUBLIC_URL + path + search) : next();
};
