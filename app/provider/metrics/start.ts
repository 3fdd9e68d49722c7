import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type MetricsAddress, openMetricsPort } from "#app/lib/metrics-port.ts";
import { hearWork } from "#app/lib/observed.ts";
import type { Database } from "../db/schema.ts";
import type { Standby } from "../db/standby.ts";
import { limitOf, oldestBehind } from "../event-contents/behind.ts";
import { type Waiting, waitingOf } from "./waiting.ts";

export interface MetricsOptions {
  database: Kysely<Database>;
  standby?: Standby | undefined;
  /** The connections of calls. */
  pool: Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;
  /** `EVENT_CONTENT_MONTHS`, where contents of old events move. */
  eventContentMonths: number | undefined;
  /** Websockets that are open. */
  sockets: () => number;
  log: Logger;
}

/** What waits is counted at most so often. */
const COUNT_EACH_MS = 5_000;
/** A database that is away leaves these out of a scrape, and does not make it wait. */
const COUNT_WITHIN_MS = 2_000;

/**
 * Counts what the provider does, and answers Prometheus (app/decisions/metrics-logs-and-doctor.md). Labels are patterns of routes
 * and names of jobs, never what a caller sent. A label `job` would be hidden: Prometheus has its own of that name.
 * @returns stops answering
 */
export async function startMetrics(address: MetricsAddress, options: MetricsOptions): Promise<() => void> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  countRequests(registers);
  countJobs(registers);
  watchPool(registers, options);
  watchWaiting(registers, options);
  const { eventContentMonths: months } = options;
  if (months) watchEventContents(registers, { ...options, months });
  if (options.standby) watchStandby(registers, options.standby);
  const server = await openMetricsPort(address, () => registry.metrics());
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

function countRequests(registers: Registry[]): void {
  const requests = new Counter({
    registers,
    name: "fairlead_provider_requests_total",
    help: "Calls by the pattern of their route",
    labelNames: ["route", "method", "status"],
  });
  const seconds = new Histogram({
    registers,
    name: "fairlead_provider_request_seconds",
    help: "Seconds from a call's head to the end of its answer",
    labelNames: ["route"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20],
  });
  hearWork("request", ({ route, method, status, seconds: took }) => {
    requests.inc({ route, method, status });
    seconds.observe({ route }, took);
  });
}

function countJobs(registers: Registry[]): void {
  const steps = new Counter({
    registers,
    name: "fairlead_provider_job_steps_total",
    help: "Steps of jobs: worked, idle (nothing to do), failed",
    labelNames: ["task", "outcome"],
  });
  const lastSuccess = new Gauge({
    registers,
    name: "fairlead_provider_job_last_success_timestamp_seconds",
    help: "When a job's step last ended well, with or without work",
    labelNames: ["task"],
  });
  hearWork("job", ({ name, outcome }) => {
    steps.inc({ task: name, outcome });
    if (outcome !== "failed") lastSuccess.setToCurrentTime({ task: name });
  });
}

function watchPool(registers: Registry[], { pool, sockets }: MetricsOptions): void {
  new Gauge({
    registers,
    name: "fairlead_provider_pool_connections",
    help: "Connections of calls to the database: all, idle; and calls that wait for one",
    labelNames: ["state"],
    collect() {
      this.set({ state: "all" }, pool.totalCount);
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "waiting" }, pool.waitingCount);
    },
  });
  new Gauge({
    registers,
    name: "fairlead_provider_sockets",
    help: "Websockets that are open",
    collect() {
      this.set(sockets());
    },
  });
}

function watchStandby(registers: Registry[], standby: Standby): void {
  const reads = new Counter({
    registers,
    name: "fairlead_provider_reads_total",
    help: "Statements of lists, reports and exports by who answered, and why the primary did",
    labelNames: ["target", "reason"],
  });
  hearWork("read", ({ target, reason }) => reads.inc({ target, reason }));
  new Gauge({
    registers,
    name: "fairlead_provider_standby_read",
    help: "Whether the standby was read at the last look, 1 or 0",
    collect() {
      if (standby.isRead !== undefined) this.set(Number(standby.isRead));
    },
  });
  new Gauge({
    registers,
    name: "fairlead_provider_standby_lag_seconds",
    help: "How long ago the primary had written what the standby has not replayed",
    collect() {
      this.set(standby.lagSeconds);
    },
  });
}

/** Asks the database not too often; undefined when it does not answer in time. */
function askedSeldom<Result>(
  ask: (now: Date) => Promise<Result>,
  log: Logger,
): () => Promise<Result | undefined> {
  let lastRead: { until: number; result: Promise<Result | undefined> } | undefined;
  return () => {
    const now = Date.now();
    if (!lastRead || lastRead.until <= now) {
      const result = ask(new Date(now)).catch((error) => {
        log.warn({ err: error }, "What waits for jobs could not be counted");
        return undefined;
      });
      const none = sleep(COUNT_WITHIN_MS, undefined, { ref: false });
      lastRead = { until: now + COUNT_EACH_MS, result: Promise.race([result, none]) };
    }
    return lastRead.result;
  };
}

function watchEventContents(
  registers: Registry[],
  { database, log, months }: MetricsOptions & { months: number },
): void {
  const ask = askedSeldom(async (now) => {
    const oldest = await oldestBehind(database, { months, now });
    return oldest ? (limitOf(months, now).getTime() - oldest.getTime()) / 1000 : 0;
  }, log);
  new Gauge({
    registers,
    name: "fairlead_provider_event_contents_behind_seconds",
    help: "Age beyond EVENT_CONTENT_MONTHS of the oldest content that is still in the database; a file fills for up to a week",
    async collect() {
      const seconds = await ask();
      if (seconds === undefined) this.remove();
      else this.set(seconds);
    },
  });
}

function watchWaiting(registers: Registry[], { database, log }: MetricsOptions): void {
  const count = askedSeldom((now) => waitingOf(database, now), log);
  const gauge = (name: string, help: string, figureOf: (waiting: Waiting) => number) =>
    new Gauge({
      registers,
      name,
      help,
      labelNames: ["task"],
      async collect() {
        const rows = (await count()) ?? [];
        this.reset();
        for (const row of rows) this.set({ task: row.job }, figureOf(row));
      },
    });
  gauge("fairlead_provider_waiting", "Entries that wait for a job", ({ entries }) => entries);
  gauge(
    "fairlead_provider_waiting_oldest_seconds",
    "How long the oldest entry has waited for its job",
    ({ oldestSeconds }) => oldestSeconds,
  );
}
