import { pino } from "pino";
import { presentRequest } from "#app/lib/request-id.ts";
import { env } from "./env.server.ts";

/** The portal's log. URLs are logged without query strings, which hold search terms. */
export const log = pino({
  name: "portal",
  level: env.LOG_LEVEL,
  mixin: () => {
    const requestId = presentRequest();
    return requestId ? { requestId } : {};
  },
  redact: { paths: ["token", "password", "*.token", "*.password", "headers"], remove: true },
});
