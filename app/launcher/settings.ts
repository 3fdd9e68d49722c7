import { availableParallelism } from "node:os";
import type { MetricsAddress } from "#app/lib/metrics-port.ts";
import { type ProviderConfig, readProviderConfig } from "#app/provider/config.ts";
import { chooseDataDir } from "#app/provider/db/data-folder.ts";
import { readKept, withKept } from "#app/provider/kept-settings.ts";
import { LaunchError } from "./launch-error.ts";

export interface LaunchSettings {
  /** Development: React Router's dev server, and a provider that restarts when its sources change. */
  isDev: boolean;
  port: number;
  /** Undefined: all addresses of the machine. */
  host: string | undefined;
  /** Processes that serve the portal. */
  portalProcesses: number;
  /** A program that has not ended so long after it was told to is killed. */
  stopGraceMs: number;
  /** Undefined: the operator has a provider of their own, at `API_URL`. */
  provider: ProviderConfig | undefined;
  dataDir: string;
  isDataDirGiven: boolean;
  hasDatabaseUrl: boolean;
  /** Undefined for a demo: one is made and stored in the data folder. */
  sessionSecret: string | undefined;
  environment: NodeJS.ProcessEnv;
}

/** What the first process of a portal on several cores is given, as JSON. */
export interface ClusterPlan extends Pick<LaunchSettings, "portalProcesses" | "stopGraceMs"> {
  /** Undefined: nothing is counted. */
  metrics?: MetricsAddress;
}

/**
 * Reads the launcher's own settings; the two programs read the rest.
 * @throws LaunchError, or ConfigError of the provider, with one line
 */
export function readLaunchSettings(args: readonly string[], environment: NodeJS.ProcessEnv): LaunchSettings {
  const unknown = args.find((arg) => arg !== "--dev");
  if (unknown) throw new LaunchError(`${unknown} is not an option of this command: the only one is --dev`);
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const config = readProviderConfig(filled);
  const isDev = args.includes("--dev");
  if (filled.TRACKING_API_URL && !filled.API_URL)
    throw new LaunchError("TRACKING_API_URL is set without API_URL: set both, or neither");
  if (filled.API_URL && !filled.TRACKING_API_URL)
    throw new LaunchError("API_URL is set without TRACKING_API_URL: set both, or neither");
  if (!isDev && filled.NODE_ENV === "production" && !filled.SESSION_SECRET) {
    throw new LaunchError(
      "SESSION_SECRET is missing: with NODE_ENV=production set it to at least 32 random characters, for example from `openssl rand -base64 48`",
    );
  }
  if (config.port !== 0 && config.port === readPort(filled))
    throw new LaunchError(`PORT and PROVIDER_PORT are both ${config.port}: give one of them another number`);
  return {
    isDev,
    port: readPort(filled),
    host: filled.HOST,
    portalProcesses: isDev ? 1 : portalProcesses(filled.PORTAL_PROCESSES),
    stopGraceMs: (config.drainSeconds + config.stopSeconds + 10) * 1000,
    provider: filled.API_URL ? undefined : config,
    dataDir: config.dataDir,
    isDataDirGiven: config.isDataDirGiven,
    hasDatabaseUrl: config.databaseUrl !== undefined,
    sessionSecret: filled.SESSION_SECRET,
    environment: filled,
  };
}

/**
 * Adds to the environment, which the portal reads itself, what `npm run setup` kept in the data folder.
 * @throws as `readLaunchSettings`, and ConfigError when the file cannot be used
 */
export async function takeKeptSettings(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { provider, hasDatabaseUrl, ...settings } = readLaunchSettings(args, environment);
  const dataDir = provider && !hasDatabaseUrl ? await chooseDataDir(settings) : settings.dataDir;
  Object.assign(environment, withKept(environment, await readKept(dataDir)));
}

/** Its format was checked with the provider's settings, which include the same variable. */
function readPort(environment: NodeJS.ProcessEnv): number {
  return Number(environment.PORT ?? 3000);
}

const PROCESSES_MOST = 64;

/** By default a core is left to the provider and its database. */
function portalProcesses(setting = "auto"): number {
  const wanted =
    setting === "auto" ? Math.min(PROCESSES_MOST, Math.max(1, availableParallelism() - 1)) : Number(setting);
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= PROCESSES_MOST) return wanted;
  throw new LaunchError(`PORTAL_PROCESSES is malformed: give auto or a number from 1 to ${PROCESSES_MOST}`);
}
