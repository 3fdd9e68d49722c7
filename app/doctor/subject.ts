import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LaunchError } from "#app/launcher/launch-error.ts";
import { readPortalSettings } from "#app/launcher/portal-settings.ts";
import { readLaunchSettings } from "#app/launcher/settings.ts";
import { realtimeAddress } from "#app/lib/realtime-address.ts";
import { ConfigError, commandEnvironment, type ProviderConfig } from "#app/provider/config.ts";
import { DatabaseStartError, findDataDir } from "#app/provider/db/data-folder.ts";
import { readKept, withKept } from "#app/provider/kept-settings.ts";

/** What is looked at: an installation, as its settings describe it. */
export interface Subject {
  /** Undefined: the operator has a provider of their own. */
  provider: ProviderConfig | undefined;
  dataDir: string;
  /** Address of the portal on this machine. */
  portalUrl: string;
  /** Address of the provider, without a path. */
  providerUrl: string;
  /** By which browsers reach the portal; null where it was not set. */
  publicUrl: string | null;
  /** Address of the websocket, as browsers get it. */
  websocketUrl: string;
}

/** Stands for the secret that the first start makes. */
const SECRET_TO_COME = "this secret is made by the first start";

/**
 * Reads the settings of both programs as `npm start` does, and makes nothing.
 * @throws SettingsError
 */
export async function readSubject(): Promise<Subject> {
  const environment = commandEnvironment();
  try {
    const first = readLaunchSettings([], environment);
    const { databaseUrl } = first.provider ?? {};
    // Without a provider of ours there is no database here.
    const dataDir = first.provider ? await findDataDir({ ...first, databaseUrl }) : first.dataDir;
    const whole = withKept(environment, await readKept(dataDir));
    const settings = readLaunchSettings([], whole);
    const secret = settings.sessionSecret ?? (await keptSecret(dataDir));
    const portal = await readPortalSettings({ ...whole, SESSION_SECRET: secret });
    const { API_URL, PUBLIC_URL } = portal;
    const { provider, host, port } = settings;
    const portalUrl = `http://${reachable(host)}:${port}`;
    const providerUrl = provider
      ? `http://${reachable(provider.host)}:${provider.port}`
      : new URL(API_URL).origin;
    const known = { ...portal, API_URL: provider ? providerUrl : API_URL };
    const websocketUrl = realtimeAddress(PUBLIC_URL ?? portalUrl, { host: null }, known);
    return { provider, dataDir, publicUrl: PUBLIC_URL, websocketUrl, portalUrl, providerUrl };
  } catch (error) {
    const isExpected = [LaunchError, ConfigError, DatabaseStartError].some((kind) => error instanceof kind);
    throw isExpected ? new SettingsError((error as Error).message) : error;
  }
}

/** A setting is missing or malformed. The message is one line that says what to do, without values. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "session-secret");
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return SECRET_TO_COME;
  const secret = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new LaunchError(
      `${file} cannot be read (${error.code}): ask as the user of the programs, or check its owner`,
    );
  });
  return secret.trim();
}

function reachable(host: string | undefined): string {
  if (!host || host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
