import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MetricsAddress } from "#app/lib/metrics-port.ts";
import { chooseDataDir, prepareFilesDir } from "#app/provider/db/data-folder.ts";
import { ensureBuild } from "./build.ts";
import { type KeptProcess, keepRunning, type ProcessPlan } from "./kept-process.ts";
import { claimPort } from "./port.ts";
import { readPortalSettings } from "./portal-settings.ts";
import { keptSessionSecret } from "./session-secret.ts";
import type { ClusterPlan, LaunchSettings } from "./settings.ts";

/** Ready message of the provider (`app/provider/server.ts`). */
interface ProviderReady {
  type: "ready";
  /** A line with the demonstration's accounts, if the database holds it. */
  demoAccounts?: string | null;
}

const PROVIDER_HOST = "127.0.0.1";
/**
 * Makes glibc return memory after compressing a page; otherwise memory grows for ten minutes under load
 * (`tests/bench/`).
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

export interface LaunchSignals {
  /** The first Ctrl-C or SIGTERM: finish running requests, then stop. */
  stop: AbortSignal;
  /** The second: stop at once. */
  force: AbortSignal;
}

/**
 * Builds if necessary and starts the provider meanwhile (unless the operator has one), then the portal, and keeps both
 * running until it is stopped; when it returns or throws, both have ended.
 * @throws an error whose message is one line, empty when a child process has printed it
 */
export async function launch(
  root: string,
  settings: LaunchSettings,
  say: (line: string) => void,
  signals: LaunchSignals,
): Promise<void> {
  // Checks that can fail quickly come before the build.
  const port = await claimPort("PORT", settings.port, settings.host);
  const providerPort = settings.provider
    ? await claimPort("PROVIDER_PORT", settings.provider.port, PROVIDER_HOST)
    : undefined;
  const dataDir = await settleDataDir(settings);
  const secret = settings.sessionSecret ?? (await keptSessionSecret(dataDir));
  const { METRICS_PORT, METRICS_HOST } = await readPortalSettings({ SESSION_SECRET: secret });
  const metrics = METRICS_PORT ? { host: METRICS_HOST, port: METRICS_PORT } : undefined;
  if (metrics && !settings.isDev) await claimPort("METRICS_PORT", metrics.port, metrics.host, "METRICS_HOST");

  const givenUp = new AbortController();
  const untilBuilt = settings.isDev
    ? undefined
    : ensureBuild(root, say, AbortSignal.any([signals.stop, givenUp.signal]));
  const stopped = untilRaised(signals.stop);
  const processes: KeptProcess[] = [];
  const start = (plan: ProcessPlan) => {
    const process = keepRunning(plan);
    processes.unshift(process);
    return Promise.race([process.ready, stopped]);
  };
  try {
    const shared = { ...settings.environment, PORT: String(port), DATA_DIR: dataDir };
    const upstream: NodeJS.ProcessEnv = {};
    let untilProvided: Promise<unknown> | undefined;
    if (providerPort !== undefined) {
      const environment = { ...shared, PROVIDER_PORT: String(providerPort), PROVIDER_HOST };
      untilProvided = start(providerPlan(root, settings, environment, say));
      upstream.API_URL = `http://${PROVIDER_HOST}:${providerPort}/api`;
      upstream.TRACKING_API_URL = `http://${PROVIDER_HOST}:${providerPort}/tracking`;
    }
    const mode = settings.isDev ? "development" : "production";
    const portal: NodeJS.ProcessEnv = {
      ...ALLOCATOR,
      ...shared,
      ...upstream,
      SESSION_SECRET: secret,
      NODE_ENV: mode,
      ...(untilProvided && { WAITS_FOR_PROVIDER: "on" }),
    };
    const startPortal = async () => {
      await untilBuilt;
      if (signals.stop.aborted || givenUp.signal.aborted) return;
      await start(portalPlan(root, { ...settings, metrics }, portal, port, say));
    };
    // The provider makes its database while the portal is built and loads.
    const provided = untilProvided?.finally(() => {
      delete portal.WAITS_FOR_PROVIDER;
    });
    const [provider] = (await Promise.all([provided, startPortal()])) as [
      ProviderReady | undefined,
      undefined,
    ];
    if (signals.stop.aborted) return;
    say(`Ready: ${settings.environment.PUBLIC_URL ?? `http://${addressOf(settings.host)}:${port}`}`);
    if (provider?.demoAccounts) say(provider.demoAccounts);
    await stopped;
  } finally {
    givenUp.abort();
    // Portal first, so that its running requests still reach the provider.
    for (const process of processes) await process.stop(settings.stopGraceMs, signals.force);
  }
}

function untilRaised(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function settleDataDir(settings: LaunchSettings): Promise<string> {
  if (settings.provider && !settings.hasDatabaseUrl) return chooseDataDir(settings);
  await prepareFilesDir(settings.dataDir);
  return settings.dataDir;
}

function providerPlan(
  root: string,
  settings: LaunchSettings,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): ProcessPlan {
  const program = join(root, "app", "provider", "server.ts");
  return {
    name: "The provider",
    args: settings.isDev ? ["--watch", "--watch-preserve-output", program] : [program],
    cwd: root,
    environment,
    untilReady: untilToldReady,
    say,
  };
}

function portalPlan(
  root: string,
  settings: LaunchSettings & { metrics: MetricsAddress | undefined },
  environment: NodeJS.ProcessEnv,
  port: number,
  say: (line: string) => void,
): ProcessPlan {
  const tools = join(root, "node_modules", "@react-router");
  const host = settings.host ? ["--host", settings.host] : ["--host"];
  const entry = settings.provider
    ? join(root, "app", "server-after-provider.ts")
    : join(root, "app", "server.ts");
  const serve = [join(tools, "serve", "bin.cjs"), entry];
  const { portalProcesses, stopGraceMs, metrics } = settings;
  const plan: ClusterPlan = { portalProcesses, stopGraceMs, metrics };
  const cluster = [join(root, "app", "launcher", "portal-cluster.ts"), JSON.stringify(plan)];
  return {
    name: "The portal",
    args: settings.isDev
      ? [join(tools, "dev", "bin.cjs"), "dev", "--port", String(port), "--strictPort", ...host]
      : [...(portalProcesses > 1 ? cluster : []), ...serve],
    cwd: root,
    environment,
    untilReady: (_, signal) => untilAnswers(`http://${addressOf(settings.host)}:${port}/login`, signal),
    showLine: settings.isDev ? undefined : withoutGreeting,
    say,
  };
}

function addressOf(host: string | undefined): string {
  if (!host || host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/** react-router-serve prints an address that may not be the public one; the launcher prints the right one. */
function withoutGreeting(line: string): string | undefined {
  return line.startsWith("[react-router-serve]") ? undefined : line;
}

function untilToldReady(child: ChildProcess, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.on("message", (message) => {
      if ((message as Partial<ProviderReady> | null)?.type === "ready") resolve(message);
    });
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function untilAnswers(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      const answer = await fetch(url, { signal, redirect: "manual" });
      await answer.body?.cancel();
      return;
    } catch {
      await sleep(50);
    }
  }
}
