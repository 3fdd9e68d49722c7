import { resolve } from "node:path";
import { z } from "zod";
import { STREAMED_ROWS } from "#app/contract/list-file.ts";
import { productName } from "#app/contract/product-look.ts";
import { type FactorGroup, factorGroups } from "#app/contract/second-factor.ts";
import { type CarrierDoors, readCarrierDoors } from "#app/lib/carrier-door.ts";
import { type CountryNames, readCountryNames } from "#app/lib/country-code.ts";
import { databaseFault } from "#app/lib/database-settings.ts";
import { type ImportSource, importVariables, readImportSource } from "#app/lib/import-source.ts";
import type { MetricsAddress } from "#app/lib/metrics-port.ts";
import { traceHeaders } from "#app/lib/trace-headers.ts";

/** How the provider reaches servers that customers and staff name. */
export interface Outside {
  /** Hosts that may be inside the operator's network, and answer without TLS. */
  privateHosts: readonly string[];
  /** Servers that are asked for DNS records; empty: those of the machine. */
  dnsServers: readonly string[];
  /** Carriers that take bookings, by code. */
  carrierBookings?: CarrierDoors;
  /** `privateHosts` of customers' webhooks, which are reached nowhere else inside the network. */
  webhookHosts?: readonly string[];
}

/** Which pages may open a websocket. */
export interface OriginRules {
  /** Origins such as `https://portal.example.com`. */
  listed: readonly string[];
  /** Pages of the host name by which the provider itself was called are allowed too, on any port. */
  isOwnHostEnough: boolean;
}

/**
 * A setting is missing or malformed. The message is one line that says what to do; it is printed and the
 * process exits with 1.
 */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const port = (example: number) =>
  z.coerce
    .number({ error: `give a port number from 0 to 65535, for example ${example}` })
    .int(`give a port number from 0 to 65535, for example ${example}`)
    .min(0, `give a port number from 0 to 65535, for example ${example}`)
    .max(65_535, `give a port number from 0 to 65535, for example ${example}`);

const numberOf = (what: string, least: number, most: number) => {
  const error = `give a number of ${what} from ${least} to ${most}`;
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error);
};

const address = (protocol: RegExp, example: string) =>
  z.url({ protocol, error: `give an address such as ${example}` });

const settings = z.object({
  PORT: port(3000).default(3000),
  PROVIDER_PORT: port(4000).default(4000),
  PROVIDER_HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: address(
    /^postgres(ql)?$/,
    "postgres://user:password@host:5432/name, or leave it out for the embedded database",
  ).optional(),
  DATABASE_DIRECT_URL: address(
    /^postgres(ql)?$/,
    "postgres://user:password@host:5432/name, or leave it out where DATABASE_URL leads to the server itself",
  ).optional(),
  DATABASE_READ_URL: address(
    /^postgres(ql)?$/,
    "postgres://user:password@standby:5432/name, or leave it out to read everything from the primary",
  ).optional(),
  DATABASE_POOL_SIZE: numberOf("connections", 2, 50).default(10),
  POSTGRES_BIN: z.string().optional(),
  PRODUCT_NAME: productName,
  PUBLIC_URL: address(/^https?$/, "https://portal.example.com").optional(),
  REALTIME_ORIGINS: z
    .string()
    .regex(/^https?:\/\/[^\s,/]+(\s*,\s*https?:\/\/[^\s,/]+)*$/, {
      error: "give origins such as https://portal.example.com, https://www.example.com",
    })
    .optional(),
  ARCHIVE_TO: z
    .string()
    .regex(/^(\/|https?:\/\/[^/]+\/.)/, {
      error:
        "give the absolute path of a folder, or https://KEY:SECRET@host/bucket/folder?region=eu-central-1, or leave it out to archive nothing",
    })
    .optional(),
  ARCHIVE_DAYS: numberOf("days", 1, 365).default(14),
  EVENT_CONTENT_MONTHS: numberOf("months", 1, 240).optional(),
  IMPORT_FROM: importVariables.IMPORT_FROM,
  IMPORT_AS: importVariables.IMPORT_AS,
  IMPORT_HOST_KEY: importVariables.IMPORT_HOST_KEY,
  IMPORT_KEY_FILE: importVariables.IMPORT_KEY_FILE,
  IMPORT_PASSWORD: importVariables.IMPORT_PASSWORD,
  FILES_S3_URL: address(
    /^https?$/,
    "https://KEY:SECRET@host/bucket?region=eu-central-1, or leave it out to keep files in DATA_DIR",
  ).optional(),
  SECOND_FACTOR: z.enum(factorGroups, { error: `give one of ${factorGroups.join(", ")}` }).optional(),
  SECRETS_KEY: z
    .string()
    .transform((text) => text.split(",").map((key) => key.trim()))
    .refine((keys) => keys.every((key) => Buffer.byteLength(key) >= 32), {
      error: "give at least 32 random characters, for example from `openssl rand -base64 48`",
    })
    .optional(),
  CLAMD_URL: address(
    /^(tcp|unix)$/,
    "tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl, or leave it out to keep files unscanned",
  ).optional(),
  SMTP_URL: address(
    /^(smtps?|log)$/,
    "smtp://user:password@mail.example.com:587, log: to print mails to the log, or leave it out to keep mail in the outbox",
  ).optional(),
  MAIL_FROM: z
    .string()
    .includes("@", { error: 'give a sender such as "Fairlead <no-reply@example.com>"' })
    .default("Fairlead <no-reply@localhost>"),
  MAIL_SENDER_DOMAINS: z
    .string()
    .regex(/^[\w-]+(\.[\w-]+)+([\s,]+[\w-]+(\.[\w-]+)+)*$/, {
      error: "give domains such as example.com, freight.example.com",
    })
    .optional(),
  COUNTRY_NAMES: z
    .string()
    .default("")
    .transform(readCountryNames)
    .refine((names) => names !== null, {
      error: "give names such as TW=Taiwan, China|中国台湾; HK=Hong Kong SAR|中国香港",
    }),
  MAIL_AT_ONCE: numberOf("mails", 1, 8).default(2),
  EXPORT_STREAMED_ROWS: numberOf("rows", 0, 1_000_000).default(STREAMED_ROWS),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, "http://127.0.0.1:4318").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: traceHeaders.optional(),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "give trace, debug, info, warn, error, fatal or silent",
    })
    .default("info"),
  TRUST_PROXY: z
    .string()
    .regex(/^[\w.:/]+(\s*,\s*[\w.:/]+)*$/, {
      error: "give the addresses or networks of the portals, for example 10.0.0.5, 10.1.0.0/16",
    })
    .optional(),
  PRIVATE_HOSTS: z
    .string()
    .regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/, {
      error: "give host names, with a port if need be, for example login.intranet.example, 10.0.0.5:8443",
    })
    .optional(),
  WEBHOOK_PRIVATE_HOSTS: z
    .string()
    .regex(/^[\w.:[\]-]+(\s*,\s*[\w.:[\]-]+)*$/, {
      error: "give host names, with a port if need be, for example hooks.intranet.example, 10.0.0.5:8443",
    })
    .optional(),
  DNS_SERVERS: z
    .string()
    .regex(/^[\w.:[\]]+(\s*,\s*[\w.:[\]]+)*$/, { error: "give addresses, for example 9.9.9.9, 1.1.1.1:53" })
    .optional(),
  CARRIER_BOOKING_URLS: z
    .string()
    .default("")
    .transform(readCarrierDoors)
    .refine((doors) => doors !== null, {
      error: "give carriers such as MAEU=https://api.example.com/v2/bookings|TOKEN; HLCU=https://...",
    }),
  PROVIDER_METRICS_PORT: port(9465).optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  DRAIN_SECONDS: numberOf("seconds", 0, 300).default(0),
  STOP_SECONDS: numberOf("seconds", 1, 300).default(25),
  RATE_LIMITS: z.enum(["on", "off"], { error: "give on or off" }).default("on"),
  DEMO_DATA: z.enum(["on", "off"], { error: "give on or off" }).optional(),
  NODE_ENV: z.string().optional(),
  DEMO_CLOCK: z.enum(["on", "off"], { error: "give on or off" }).default("on"),
});

export interface ProviderConfig {
  /** 0 means any free port. */
  port: number;
  host: string;
  /** Absolute path. `chooseDataDir` in `db/data-folder.ts` decides whether it can be used. */
  dataDir: string;
  /** Whether `DATA_DIR` was set. If not, the data may go to `/var/lib/fairlead` instead. */
  isDataDirGiven: boolean;
  /** A PostgreSQL server of the operator; undefined: the embedded one. */
  databaseUrl: string | undefined;
  /** The same database past the pooler that `databaseUrl` leads to. */
  databaseDirectUrl: string | undefined;
  /** A standby of that database, from which lists, reports and exports are read. */
  databaseReadUrl: string | undefined;
  databasePoolSize: number;
  /** A folder with `postgres` and `initdb`, instead of the npm package's. */
  postgresBin: string | undefined;
  /**
   * Address of the portal for browsers, used in mails and in the list of allowed origins; without a slash at
   * the end.
   */
  publicUrl: string;
  /** What mails call the portal of the operator's own look. */
  productName: string;
  /** Of whom a second factor is required; of nobody without it, unless a company requires it of its own people. */
  factorGroup: FactorGroup | undefined;
  /** Which pages may open a websocket. */
  socketOrigins: OriginRules;
  /** A folder or an S3-compatible store that the embedded database is archived into; undefined: it is not. */
  archiveTo: string | undefined;
  /** How far back any time can be restored from there. */
  archiveDays: number;
  /** What carriers sent longer ago is kept in files instead of the database; undefined: all stays there. */
  eventContentMonths: number | undefined;
  /** Where files of the forwarder's own system are taken from, and in whose name; undefined: from nowhere. */
  imports: ImportSource | undefined;
  /** An S3-compatible store for attachments (`files/s3-store.ts`); a folder of `dataDir` otherwise. */
  filesS3Url: string | undefined;
  /**
   * Keys that seal secrets in the database, the same for all processes; undefined: one kept in `dataDir`.
   */
  secretKeys: readonly string[] | undefined;
  /** ClamAV's daemon, which scans every file before it is stored. */
  clamdUrl: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Domains that mails to a customer's people may be sent from. */
  mailDomains: readonly string[];
  /** What the operator calls countries, in texts and files. */
  countryNames: CountryNames;
  /** Mails that a process sends at the same time, each over a database connection; a kill may repeat that many. */
  mailAtOnce: number;
  /** A list of more rows is saved as a file by a job. */
  streamedRows: number;
  logLevel: z.infer<typeof settings>["LOG_LEVEL"];
  /** Where Prometheus reads; undefined: nothing is counted. */
  metrics: MetricsAddress | undefined;
  /** The collector of traces; undefined: none are made. */
  traces: { endpoint: string; headers: Record<string, string> } | undefined;
  /** How long requests are still taken after a stop was asked for, until whoever asks whether it is ready has noticed. */
  drainSeconds: number;
  /** How long the requests under way may take after that, before they are cut. */
  stopSeconds: number;
  /** Proxies whose `X-Forwarded-For` is believed, besides this machine. */
  trustedProxies: string[];
  /** How identity providers of companies, their DNS records and servers of carriers are reached. */
  outside: Outside;
  /** Whether public calls are limited by client address. */
  isRateLimited: boolean;
  /** Whether NODE_ENV is `production`, as the units of docs/systemd set it. */
  isProduction: boolean;
  /** `when-empty`: only into an embedded database without data. */
  demoData: "on" | "off" | "when-empty";
  /** Whether the demonstration continues with the calendar. */
  isDemoMoving: boolean;
}

/**
 * Reads the provider's settings; an empty value counts as unset.
 * @throws ConfigError that names every faulty variable in one line, without values, because some are secrets
 */
export function readProviderConfig(environment: NodeJS.ProcessEnv = process.env): ProviderConfig {
  const value = parseSettings(environment);
  const dataDir = resolve(value.DATA_DIR ?? ".data");
  const imports = readImportSource(value);
  const isProduction = value.NODE_ENV === "production";
  const fault = databaseFault(value, dataDir) ?? (typeof imports === "string" ? imports : undefined);
  if (fault || typeof imports === "string") throw new ConfigError(fault);
  return {
    port: value.PROVIDER_PORT,
    host: value.PROVIDER_HOST,
    dataDir,
    isDataDirGiven: value.DATA_DIR !== undefined,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    databaseReadUrl: value.DATABASE_READ_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    postgresBin: value.POSTGRES_BIN && resolve(value.POSTGRES_BIN),
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ""),
    productName: value.PRODUCT_NAME,
    factorGroup: value.SECOND_FACTOR,
    socketOrigins: {
      listed: [value.PUBLIC_URL, ...(value.REALTIME_ORIGINS?.split(/\s*,\s*/) ?? [])]
        .filter((url) => url !== undefined)
        .map((url) => new URL(url).origin),
      isOwnHostEnough: value.PUBLIC_URL === undefined,
    },
    archiveTo: value.ARCHIVE_TO,
    archiveDays: value.ARCHIVE_DAYS,
    imports,
    eventContentMonths: value.EVENT_CONTENT_MONTHS,
    filesS3Url: value.FILES_S3_URL,
    secretKeys: value.SECRETS_KEY,
    clamdUrl: value.CLAMD_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    mailDomains:
      value.MAIL_SENDER_DOMAINS?.toLowerCase().split(/[\s,]+/) ??
      [/@([^\s>]+)/.exec(value.MAIL_FROM)?.[1]?.toLowerCase() ?? ""].filter((domain) => domain.includes(".")),
    countryNames: value.COUNTRY_NAMES ?? new Map(),
    mailAtOnce: value.MAIL_AT_ONCE,
    streamedRows: value.EXPORT_STREAMED_ROWS,
    logLevel: value.LOG_LEVEL,
    metrics:
      value.PROVIDER_METRICS_PORT === undefined
        ? undefined
        : { host: value.METRICS_HOST, port: value.PROVIDER_METRICS_PORT },
    traces: tracesOf(value),
    drainSeconds: value.DRAIN_SECONDS,
    stopSeconds: value.STOP_SECONDS,
    trustedProxies: value.TRUST_PROXY?.split(/\s*,\s*/) ?? [],
    outside: {
      privateHosts: value.PRIVATE_HOSTS?.toLowerCase().split(/\s*,\s*/) ?? [],
      dnsServers: value.DNS_SERVERS?.split(/\s*,\s*/) ?? [],
      carrierBookings: value.CARRIER_BOOKING_URLS ?? new Map(),
      webhookHosts: value.WEBHOOK_PRIVATE_HOSTS?.toLowerCase().split(/\s*,\s*/) ?? [],
    },
    isRateLimited: value.RATE_LIMITS === "on",
    demoData: value.DEMO_DATA ?? (value.DATABASE_URL || isProduction ? "off" : "when-empty"),
    isProduction,
    isDemoMoving: value.DEMO_CLOCK === "on",
  };
}

/** A copy of the environment, for a command whose arguments are variables. */
export function commandEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** Takes variables out of the environment, so that no program that is started from here on has them. */
export function forgetVariables(names: readonly string[]): void {
  for (const name of names) delete process.env[name];
}

/** Environment for a program that the provider starts. */
export function childEnvironment(added: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...added };
}

function parseSettings(environment: NodeJS.ProcessEnv): z.infer<typeof settings> {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = settings.safeParse(filled);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} is malformed: ${issue.message}`);
  throw new ConfigError([...new Set(faults)].join("; "));
}

function tracesOf(value: z.infer<typeof settings>): ProviderConfig["traces"] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = value;
  return endpoint ? { endpoint, headers } : undefined;
}
