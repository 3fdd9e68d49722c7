import { z } from "zod";
import { brandColor, productName } from "#app/contract/product-look.ts";
import { traceHeaders } from "#app/lib/trace-headers.ts";
import { embeddedPages, providerWindows } from "./embedded-page.ts";

/** The only reader of the portal's environment. Every setting is described in docs/settings.md. */

const list = (isSound: (part: string) => boolean, wish: string) =>
  z
    .string()
    .default("")
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine((parts) => parts.every(isSound), { message: wish });
const flag = (otherwise: "on" | "off" = "off") =>
  z
    .enum(["on", "off", "true", "false", "1", "0"], { error: "must be on or off" })
    .default(otherwise)
    .transform((text) => text === "on" || text === "true" || text === "1");
const seconds = (least: number, most: number) => {
  const error = `must be a number of seconds from ${least} to ${most}`;
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error);
};
const httpUrl = z.url({
  protocol: /^https?$/,
  error: "must be an address such as https://provider.example/api",
});
const isOrigin = (text: string) => URL.parse(text)?.origin === text;
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const shape = z.object({
  API_URL: httpUrl.default("http://127.0.0.1:4000/api"),
  TRACKING_API_URL: httpUrl.default("http://127.0.0.1:4000/tracking"),
  /** Base URL of `/user/info`; by default the origin of API_URL. */
  PROVIDER_URL: httpUrl.optional(),
  /**
   * URL of the provider's websocket for browsers; derived by default (`access/realtime-address.server.ts`).
   */
  REALTIME_URL: z
    .url({ protocol: /^wss?$/, error: "must be an address such as wss://provider.example/ws" })
    .optional(),
  /** Address of the provider for programs of customers, which have keys. */
  PUBLIC_API_URL: httpUrl.optional(),
  /**
   * Off for a provider built from product 7 alone, whose socket takes the authorization message without a
   * ticket.
   */
  REALTIME_TICKETS: flag("on"),
  /** Off for a provider without `Idempotency-Key`: writes are not retried automatically, and pages say so. */
  PROVIDER_IDEMPOTENT: flag("on"),
  /** Names of the calls that the provider lacks, as printed by `provider:check`. */
  PROVIDER_LACKS: list(
    (name) => /^[\w-]+\.[\w-]+$/.test(name),
    "must be names of calls such as quote.list, separated by commas",
  ),
  /** Hosts of people's pictures, besides the portal's own. */
  AVATAR_ORIGINS: list(isOrigin, "must be origins such as https://pictures.example, separated by commas"),
  /** The public URL, when a proxy is in front. */
  PUBLIC_URL: httpUrl
    .optional()
    .transform((text) => text && new URL(text).href.replace(/\/$/, ""))
    .refine((text) => text === undefined || isOrigin(text), {
      message: "must be an address without a path, such as https://portal.example",
    }),
  /**
   * Encrypts cookies and signs form tokens. Several, separated by commas, allow rotation: the first is used,
   * all are accepted.
   */
  SESSION_SECRET: z
    .string({ error: "is not set: give a random text of at least 32 bytes" })
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => Buffer.byteLength(secret) >= 32), {
      message: "must have at least 32 bytes: make one with `openssl rand -base64 48`",
    }),
  /** Who may embed the portal. The values are sent in a header, so only origins are allowed. */
  PARENT_ORIGINS: list(isOrigin, "must be origins such as https://intranet.example, separated by commas"),
  ANALYTICS_SCRIPT_URL: httpUrl.optional(),
  PRODUCT_NAME: productName,
  BRAND_COLOR: z
    .string()
    .regex(brandColor, { message: "must be a colour such as #0b5cad" })
    .default("#0b5cad"),
  /** What the operator calls countries that are called differently. */
  COUNTRY_NAMES: z
    .string()
    .default("")
    .refine((text) => text.split(";").every((part) => /^\s*([A-Z]{2}\s*=[^|]+\|[^|]+)?$/.test(part)), {
      message: "must be like TW=Taiwan, China|中国台湾; HK=Hong Kong SAR|中国香港",
    }),
  /** External pages in frames, each at /external/{path}. */
  EMBEDDED_PAGES: embeddedPages,
  /** Files of the provider's that open in a window, each from /file/{path}. */
  PROVIDER_WINDOWS: providerWindows,
  PRIVACY_URL: httpUrl.optional(),
  TERMS_URL: httpUrl.optional(),
  SITE_FIXED_HEADER: flag(),
  SITE_FIXED_FOOTER: flag(),
  COMING_SOON_PATHS: list(
    (path) => path.startsWith("/"),
    "must be paths such as /billing, separated by commas",
  ),
  RATE_LIMITS: flag("on"),
  /** How long a page waits for the provider before it reports a time-out. */
  PAGE_WAIT_SECONDS: seconds(1, 120).default(12),
  /** How long requests are still taken after a stop was asked for, and those under way may take after that. */
  DRAIN_SECONDS: seconds(0, 300).default(0),
  STOP_SECONDS: seconds(1, 300).default(25),
  /** Where Prometheus reads; without a port nothing is counted. */
  METRICS_PORT: z.coerce
    .number({ error: "must be a port number from 1 to 65535" })
    .int("must be a port number from 1 to 65535")
    .min(1, "must be a port number from 1 to 65535")
    .max(65_535, "must be a port number from 1 to 65535")
    .optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  /** The collector of traces; without it none are made. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: traceHeaders.optional(),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
});

/** HSTS for two years, sent when TLS is in front. */
export const STRICT_TRANSPORT = "max-age=63072000; includeSubDomains";

/**
 * Reads the settings; an empty variable counts as not set.
 * @throws an Error with one line for each missing or malformed variable, without values, because some are
 * secrets
 */
export function readEnvironment(source: Record<string, string | undefined>) {
  const filled = Object.entries(source).filter(([, value]) => value?.trim());
  const read = shape.safeParse(Object.fromEntries(filled));
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    throw new Error([...new Set(lines)].join("\n"));
  }
  const { PROVIDER_URL, PUBLIC_URL, ...rest } = read.data;
  return {
    ...rest,
    PROVIDER_URL: PROVIDER_URL ?? new URL(rest.API_URL).origin,
    PUBLIC_URL: PUBLIC_URL ?? null,
    isBehindTls: PUBLIC_URL?.startsWith("https:") ?? false,
  };
}

export const env = readEnvironment(process.env);
