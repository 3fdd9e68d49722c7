import { pino } from "pino";
import { env } from "./env.server.ts";

/** The portal's log. URLs are logged without query strings, which hold search terms. */
export const log = pino({
  name: "portal",
  level: env.LOG_LEVEL,
  redact: { paths: ["token", "password", "*.token", "*.password", "headers"], remove: true },
});
