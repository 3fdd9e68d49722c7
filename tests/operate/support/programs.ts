import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnPortal } from "#tests/server/serve.ts";
import { startProviderProcess } from "#tests/support/provider-process.ts";

/** A portal or a provider on a port of its own, which can be restarted there. */
export interface Program {
  /** As HAProxy calls it. */
  name: string;
  url: string;
  start(): Promise<void>;
  /** As a supervisor stops it. @returns its exit status, and how long it took */
  stop(): Promise<{ status: number | null; tookMs: number }>;
}

const READY_LIMIT_MS = 120_000;

async function untilReady(url: string): Promise<void> {
  for (const end = Date.now() + READY_LIMIT_MS; Date.now() < end; await sleep(50)) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not become ready`);
}

async function ended(child: { kill(signal: "SIGTERM"): boolean }, exit: Promise<unknown>) {
  const since = performance.now();
  child.kill("SIGTERM");
  const status = (await exit) as number | null;
  return { status, tookMs: performance.now() - since };
}

export function portalProgram(name: string, port: number, environment: Record<string, string>): Program {
  const url = `http://127.0.0.1:${port}`;
  let running: ReturnType<typeof spawnPortal> | undefined;
  return {
    name,
    url,
    async start() {
      running = spawnPortal({ PORT: String(port), LOG_LEVEL: "warn", ...environment });
      const { ended: early, output } = running;
      await Promise.race([
        untilReady(url),
        early.then((status) => Promise.reject(new Error(`${name} ended with ${status}:\n${output()}`))),
      ]);
    },
    async stop() {
      const last = running;
      running = undefined;
      return last ? ended(last.process, last.ended) : { status: 0, tookMs: 0 };
    },
  };
}

export function providerProgram(
  name: string,
  port: number,
  databaseUrl: string,
  environment: Record<string, string>,
): Program {
  const url = `http://127.0.0.1:${port}`;
  let running: Awaited<ReturnType<typeof startProviderProcess>> | undefined;
  return {
    name,
    url,
    async start() {
      running = await startProviderProcess(databaseUrl, { PROVIDER_PORT: String(port), ...environment });
      await untilReady(url);
    },
    async stop() {
      const child = running?.child;
      running = undefined;
      if (!child) return { status: 0, tookMs: 0 };
      return ended(
        child,
        once(child, "exit").then(([status]) => status),
      );
    },
  };
}
