import cluster from "node:cluster";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, collectDefaultMetrics, Histogram, register } from "prom-client";
import type { CountedMetric, FromRelay, ToRelay } from "#app/config/peer-message.ts";
import { type MetricsAddress, openMetricsPort } from "#app/lib/metrics-port.ts";
import { hearWork } from "#app/lib/observed.ts";
import { ROUTE_PATTERN_HEADER } from "#app/lib/route-pattern.ts";

/**
 * Metrics of a process of the portal (app/decisions/metrics-logs-and-doctor.md); loaded only where there is a port for them.
 * Labels are patterns and names of the code, never what a person sent.
 */

const requests = new Counter({
  name: "fairlead_portal_requests_total",
  help: "Requests by the pattern of their route; status 0: who asked did not wait for the answer",
  labelNames: ["route", "method", "status"],
});
const requestSeconds = new Histogram({
  name: "fairlead_portal_request_seconds",
  help: "Seconds from a request's head to the end of its answer",
  labelNames: ["route"],
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
});
const calls = new Counter({
  name: "fairlead_portal_calls_total",
  help: "Calls to the provider by name and outcome",
  labelNames: ["call", "outcome"],
});
const callSeconds = new Histogram({
  name: "fairlead_portal_call_seconds",
  help: "Seconds of calls to the provider, with their retries",
  labelNames: ["call"],
  buckets: [0.01, 0.05, 0.25, 1, 5],
});
const people = new Counter({
  name: "fairlead_portal_people_total",
  help: "Who asks, with their rights: kept in the process, asked of the provider, or kept and found outdated",
  labelNames: ["outcome"],
});

/** Begins to count, and opens the port; in a cluster the first process has that, and asks here. */
export async function startMetrics(address: MetricsAddress): Promise<void> {
  collectDefaultMetrics();
  hearWork("call", ({ name, outcome, seconds }) => {
    calls.inc({ call: name, outcome });
    callSeconds.observe({ call: name }, seconds);
  });
  hearWork("person", ({ outcome }) => people.inc({ outcome }));
  const { worker } = cluster;
  if (!worker) {
    await openMetricsPort(address, () => register.metrics());
    return;
  }
  worker.on("message", async (message: FromRelay) => {
    if (message?.peers !== "count") return;
    const metrics: unknown = await register.getMetricsAsJSON();
    const counted: ToRelay = { peers: "counted", id: message.id, metrics: metrics as CountedMetric[] };
    if (worker.isConnected()) worker.send(counted);
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts a request when its answer is over. */
export function countRequest({ method = "", url }: IncomingMessage, response: ServerResponse): void {
  const begun = performance.now();
  let route = url?.startsWith("/assets/") ? "asset" : "other";
  const writeHead = response.writeHead;
  response.writeHead = function counted(this: ServerResponse, ...args: unknown[]) {
    route = (this.getHeader(ROUTE_PATTERN_HEADER) as string | undefined) ?? route;
    this.removeHeader(ROUTE_PATTERN_HEADER);
    return (writeHead as (...args: unknown[]) => ServerResponse).apply(this, args);
  };
  response.once("close", () => {
    const status = response.writableFinished ? response.statusCode : 0;
    requests.inc({ route, method: METHODS.has(method) ? method : "other", status });
    requestSeconds.observe({ route }, (performance.now() - begun) / 1000);
  });
}
