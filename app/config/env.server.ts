import { z } from "zod";

/** The only reader of the portal's environment. Every setting is described in the README's table. */

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(/[\s,]+/)
      .map((part) => part.trim())
      .filter(Boolean),
  );
const flag = z
  .enum(["on", "off", "true", "false", "1", "0", ""])
  .default("off")
  .transform((text) => text === "on" || text === "true" || text === "1");
const httpUrl = z.url({ protocol: /^https?$/ });
const optional = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), shape.optional());

const shape = z.object({
  API_URL: httpUrl.default("http://127.0.0.1:4000/api"),
  TRACKING_API_URL: httpUrl.default("http://127.0.0.1:4000/tracking"),
  /** Where `/user/info` stands; the origin of API_URL unless said otherwise. */
  PROVIDER_URL: optional(httpUrl),
  /** The address that people type, when a proxy stands in front. */
  PUBLIC_URL: optional(httpUrl),
  /** Signs cookies and form tokens; several, separated by commas, let it be changed: the first signs, all are accepted. */
  SESSION_SECRET: z
    .string({ error: "is not set: give a random text of at least 16 characters" })
    .transform((text) => text.split(",").map((secret) => secret.trim()))
    .refine((secrets) => secrets.every((secret) => secret.length >= 16), {
      message: "must hold at least 16 characters",
    }),
  PARENT_ORIGINS: list,
  ANALYTICS_SCRIPT_URL: optional(httpUrl),
  PRODUCT_NAME: z.string().min(1).max(60).default("Fairlead"),
  BRAND_COLOR: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { message: "must be a colour such as #0b5cad" })
    .default("#0b5cad"),
  PRIVACY_URL: optional(httpUrl),
  TERMS_URL: optional(httpUrl),
  SITE_FIXED_HEADER: flag,
  SITE_FIXED_FOOTER: flag,
  COMING_SOON_PATHS: list,
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

/** Reads the settings; throws an Error whose message is one line for each variable that is missing or malformed. */
export function readEnvironment(source: Record<string, string | undefined>) {
  const read = shape.safeParse(source);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new Error(lines.join("\n"));
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
