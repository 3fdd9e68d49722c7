import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CODE_SUCCESS } from "#app/contract/code.ts";

/** What a call looked like on the wire. */
export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Script = (response: ServerResponse, received: Received) => void;

/** A real server in a provider's place that does what it is told, however wrong. */
export interface ScriptedProvider {
  url: string;
  apiUrl: string;
  trackingUrl: string;
  received: Received[];
  /** What every call gets from now on; a path alone changes the answer of that path. */
  answer(script: Script, path?: string): void;
  /** Forgets calls and answers. */
  reset(): void;
  stop(): Promise<void>;
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const received: Received[] = [];
  const byPath = new Map<string, Script>();
  let forAll: Script = envelope(null);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider.test");
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", headers } = request;
    const call = { method, path: url.pathname, query: url.searchParams, headers, body };
    received.push(call);
    (byPath.get(url.pathname) ?? forAll)(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    apiUrl: `${url}/api`,
    trackingUrl: `${url}/tracking`,
    received,
    answer(script, path) {
      if (path) byPath.set(path, script);
      else forAll = script;
    },
    reset() {
      received.length = 0;
      byPath.clear();
      forAll = envelope(null);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An envelope, of success unless told otherwise. */
export function envelope(
  data: unknown,
  {
    code = CODE_SUCCESS,
    message = "",
    status = 200,
  }: { code?: number; message?: string; status?: number } = {},
): Script {
  return raw(JSON.stringify({ code, message, data }), { status });
}

export function raw(
  body: string,
  { status = 200, type = "application/json", headers = {} as Record<string, string> } = {},
): Script {
  return (response) => response.writeHead(status, { "content-type": type, ...headers }).end(body);
}

/** Takes the call and never answers. */
export const silent: Script = () => {};

/** Sends head and the beginning of an envelope, and then nothing. */
export const stalled: Script = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"code":200,');
};

/** Takes the call and breaks the connection. */
export const broken: Script = (response) => response.socket?.destroy();

/** Breaks the connection in the middle of its answer. */
export const cutShort: Script = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"code":200,', () => response.socket?.destroy());
};
