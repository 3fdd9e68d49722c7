import { type DestinationStream, type Logger, pino } from "pino";
import type { ProviderConfig } from "./config.ts";

const SECRET_KEYS = [
  "authorization",
  "cookie",
  "headers",
  "parameters",
  "password",
  "oldPassword",
  "newPassword",
  "token",
];

/**
 * Creates the provider's log: JSON lines on stdout. Nothing that a person typed may be logged; the redacted
 * paths are a second safeguard.
 */
export function createLog(level: ProviderConfig["logLevel"], destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]),
        censor: "[hidden]",
      },
      serializers: {
        // pg puts values of a row into `detail` ("Key (user_name)=(…) already exists").
        err: (error: unknown) => {
          const {
            detail: _detail,
            where: _where,
            ...rest
          } = pino.stdSerializers.err(error as Error) as Record<string, unknown>;
          return rest;
        },
      },
    },
    destination ?? pino.destination(1),
  );
}
