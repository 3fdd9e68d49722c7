import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * What becomes of a request: a number is answered without asking the store. `lost`: the store has done it, and the connection ends
 * before its answer; `cut`: within the answer; `short`: half of the answer, as if that were all; `silent`: no answer; `stalled`:
 * none after half of it.
 */
export type Fault = 403 | 503 | "lost" | "cut" | "short" | "silent" | "stalled";

export interface FaultyBucket {
  /** The store's address as it is reached over this proxy. */
  url: string;
  /** By the method of a request. */
  faults: Partial<Record<"PUT" | "GET" | "DELETE", Fault>>;
  /** How many requests fail before `faults` is over; without end at first. */
  failures: number;
  /** Methods of the requests so far. */
  asked: string[];
  close(): Promise<void>;
}

const CODES = { 403: "AccessDenied", 503: "SlowDown" } as const;

/** A proxy before a bucket, which fails as a store or the way to it may. */
export async function startFaultyBucket(address: string): Promise<FaultyBucket> {
  const target = new URL(address);
  const server = createServer(async (incoming, outgoing) => {
    const method = incoming.method as "PUT" | "GET" | "DELETE";
    proxy.asked.push(method);
    const fault = proxy.failures > 0 ? proxy.faults[method] : undefined;
    if (fault) proxy.failures--;
    const body = await buffer(incoming).catch(() => undefined);
    if (!body || fault === "silent") return;
    if (typeof fault === "number") {
      const text = `<?xml version="1.0"?><Error><Code>${CODES[fault]}</Code><Message>no</Message></Error>`;
      outgoing.writeHead(fault, { "content-type": "application/xml" }).end(text);
      return;
    }
    const answer = await ask(target, { method, path: incoming.url!, headers: incoming.headers, body });
    const half = answer.body.subarray(0, answer.body.length / 2);
    if (fault === "lost") return incoming.socket.destroy();
    const length = fault === "short" ? half.length : answer.body.length;
    const { "transfer-encoding": _, ...headers } = answer.headers;
    outgoing.writeHead(answer.status, { ...headers, "content-length": length });
    if (fault === "cut") outgoing.write(half, () => incoming.socket.destroy());
    else if (fault === "stalled") outgoing.write(half);
    else outgoing.end(fault === "short" ? half : answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(address);
  url.port = String((server.address() as AddressInfo).port);
  const proxy: FaultyBucket = {
    url: url.href,
    faults: {},
    failures: Number.POSITIVE_INFINITY,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

/** The head of the request stays as it was signed. */
function ask(
  { hostname, port }: URL,
  { body, ...options }: { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer },
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, ...options }, async (answer) => {
      resolve({ status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) });
    });
    asking.on("error", reject).end(body);
  });
}
