import { pino } from "pino";
import { env } from "./env.server.ts";

/** The portal's log. Addresses go in without their query strings: those hold what people searched for. */
export const log = pino({
  name: "portal",
  level: env.LOG_LEVEL,
  redact: { paths: ["token", "password", "*.token", "*.password", "headers"], remove: true },
});
