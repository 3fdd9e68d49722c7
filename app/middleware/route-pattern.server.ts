import type { MiddlewareFunction } from "react-router";
import { env } from "#app/config/env.server.ts";
import { ROUTE_PATTERN_HEADER } from "#app/lib/route-pattern.ts";

/** Tells the server in front of the framework which route has answered; it takes the header off again. */
export const routePattern: MiddlewareFunction<Response> = async ({ pattern }, next) => {
  const response = await next();
  if (env.METRICS_PORT !== undefined)
    response.headers.set(ROUTE_PATTERN_HEADER, pattern.startsWith("/") ? pattern : `/${pattern}`);
  return response;
};
