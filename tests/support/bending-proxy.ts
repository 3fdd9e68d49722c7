import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Envelope } from "./bendings.ts";

/** A proxy between the portal and our provider that distorts its answers. */
export interface BendingProxy {
  url: string;
  apiUrl: string;
  trackingUrl: string;
  /** Sets how answers are distorted from now on; `path` is without the origin. Null: not at all. */
  bend(how: ((path: string, envelope: Envelope) => string) | null): void;
  stop(): Promise<void>;
}

export async function startBendingProxy(target: string): Promise<BendingProxy> {
  let how: ((path: string, envelope: Envelope) => string) | null = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(
        ([name]) => !["host", "connection", "content-length", "transfer-encoding"].includes(name),
      ),
    ) as Record<string, string>;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const answer = await fetch(target + request.url, { method: request.method, headers, body });
    const type = answer.headers.get("content-type") ?? "application/json";
    const answerBody = Buffer.from(await answer.arrayBuffer());
    const isEnvelope = type.startsWith("application/json");
    const text =
      isEnvelope && how ? how(request.url ?? "/", JSON.parse(answerBody.toString()) as Envelope) : answerBody;
    const disposition = answer.headers.get("content-disposition");
    response
      .writeHead(answer.status, {
        "content-type": type,
        ...(disposition && { "content-disposition": disposition }),
      })
      .end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    apiUrl: `${url}/api`,
    trackingUrl: `${url}/tracking`,
    bend(next) {
      how = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
