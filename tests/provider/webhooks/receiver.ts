import assert from "node:assert";
import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  /** Below the receiver's own folder. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A program of a customer: keeps what it was sent, and answers with `state.answer`; by default it takes everything. Its addresses
 * lie in a folder of its own, so that a request for a server that had the same port before is not taken for one of its messages.
 */
export async function startReceiver() {
  const folder = `/${randomBytes(4).toString("hex")}`;
  const received: Received[] = [];
  const state = { answer: (response: ServerResponse, _request: Received): void => void response.end() };
  const server = createServer((request, response) => {
    if (!request.url!.startsWith(`${folder}/`)) return void response.writeHead(404).end();
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const one = { path: request.url!.slice(folder.length), headers: request.headers, body };
      received.push(one);
      state.answer(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    state,
    url: (path = "/") => `http://127.0.0.1:${port}${folder}${path}`,
    at: (path: string) => received.filter((one) => one.path === path),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The check that docs/integrate.md tells receivers to make, on its own. */
export function expectSigned({ headers, body }: Received, secret: string): void {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const text = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(text).digest("base64")}`;
  assert.ok(
    String(headers["webhook-signature"]).split(" ").includes(expected),
    `the signature is another's: ${JSON.stringify(headers)} ${body}`,
  );
}

export const statusAnswer =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers);
    response.end();
  };
