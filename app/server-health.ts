import type { IncomingMessage, ServerResponse } from "node:http";
import { providerStanding } from "#app/upstream/provider-standing.server.ts";
import { isLeaving } from "./server-stop.ts";

const LIVE = "/health/live";
const READY = "/health/ready";

/** Whether the request is one that machines send every second or so. */
export function isProbe({ url, method }: IncomingMessage): boolean {
  const path = url?.split("?", 1)[0];
  return (path === LIVE || path === READY) && (method === "GET" || method === "HEAD");
}

/**
 * Answers a probe (app/decisions/running-the-product.md), whatever host it names: it is sent to the address of the
 * machine. A portal without its provider is ready, since its pages say what has happened and keep what was typed; a load
 * balancer without any portal says neither.
 */
export async function answerProbe({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
  const isAboutReady = url?.startsWith(READY);
  const status = isAboutReady ? (isLeaving() ? "stopping" : "ready") : "live";
  const health = isAboutReady ? { status, provider: await providerStanding() } : { status };
  const body = JSON.stringify(health);
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  response.writeHead(status === "stopping" ? 503 : 200, headers).end(method === "HEAD" ? "" : body);
}
