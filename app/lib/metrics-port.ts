import { once } from "node:events";
import { createServer, type Server } from "node:http";

/** Where metrics are read; a port of its own, which no proxy of the product passes on. */
export interface MetricsAddress {
  host: string;
  port: number;
}

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Answers `GET /metrics` there with what `read` gives. It holds no process up: who stops does not wait for it.
 * @throws the error of the port
 */
export async function openMetricsPort(
  { host, port }: MetricsAddress,
  read: () => Promise<string>,
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const isAsked = request.url?.split("?", 1)[0] === "/metrics" && request.method === "GET";
    const text = isAsked ? await read().catch(() => null) : "";
    const status = isAsked ? (text === null ? 500 : 200) : 404;
    response.writeHead(status, { "content-type": CONTENT_TYPE, "cache-control": "no-store" }).end(text ?? "");
  });
  server.listen({ host, port });
  await once(server, "listening");
  server.unref();
  return server;
}
