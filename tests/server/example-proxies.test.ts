/** @module-tag servers */

import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
  type RequestListener,
} from "node:http";
import { type RequestOptions, request } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type ExampleProxy, exampleProxies, startExampleProxy } from "#tests/support/example-proxy.ts";
import { freePorts } from "#tests/support/product.ts";

/** What the examples of docs/ do between browsers and the two programs, whose place others take here. */
let answer: RequestListener = (_, reply) => void reply.end();
const programs = { portal: "", provider: "" };
const closings: (() => unknown)[] = [];

async function listen(take: RequestListener) {
  const server = createServer(take).listen(0, "127.0.0.1");
  await once(server, "listening");
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  programs.portal = (await listen((asked, reply) => answer(asked, reply))).url;
  const provider = await listen((_, reply) => void reply.end("of the provider"));
  programs.provider = provider.url;
  const sockets = new WebSocketServer({ server: provider.server, path: "/ws" });
  sockets.on("connection", (socket, asked) => {
    socket.on("message", (text) => socket.send(`${text} ${asked.headers.origin} ${asked.headers.host}`));
  });
});
afterAll(() => closings.map((close) => close()));

describe.each(exampleProxies)("%s, as docs/ has it", (kind) => {
  let proxy: ExampleProxy;
  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    proxy = await startExampleProxy(kind, { port, ...programs }, 1);
  });
  afterAll(() => proxy?.close());

  /** Sends what `options` say, and gives the answer as soon as its head is there. */
  async function send(path: string, options: RequestOptions = {}, body?: Buffer): Promise<IncomingMessage> {
    const sent = request(new URL(path, proxy.url), { ca: proxy.certificate, agent: false, ...options });
    sent.on("error", () => {});
    sent.end(body);
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    return reply;
  }
  const textOf = async (reply: IncomingMessage) => Buffer.concat(await reply.toArray()).toString();

  test("says who asks and for which host, whatever the client says of that itself", async () => {
    let told: IncomingHttpHeaders = {};
    answer = ({ headers }, reply) => {
      told = headers;
      reply.end("of the portal");
    };
    const lies = {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "http",
    };
    expect(await textOf(await send("/shipments/index", { headers: lies }))).toBe("of the portal");
    const { host } = new URL(proxy.url);
    expect(told).toMatchObject({
      host,
      "x-forwarded-host": host,
      "x-forwarded-proto": "https",
      "x-forwarded-for": "127.0.0.1",
    });
  });

  test("passes the parts of a page on as they come", async () => {
    let finish = () => {};
    answer = (_, reply) => {
      reply.writeHead(200, { "content-type": "text/html" });
      reply.write("first");
      finish = () => reply.end("second");
    };
    const reply = await send("/dashboard");
    const [first] = await once(reply, "data");
    expect(String(first)).toBe("first");
    finish();
    const [second] = await once(reply, "data");
    expect(String(second)).toBe("second");
  });

  test("passes a file on while it is sent, and refuses more than the limit", async () => {
    const arrived = new Promise<string>((resolve) => {
      answer = (asked, reply) => {
        asked.once("data", (chunk) => resolve(String(chunk))).resume();
        asked.once("end", () => reply.end("kept"));
      };
    });
    const sent = request(new URL("/upload", proxy.url), {
      ca: proxy.certificate,
      agent: false,
      method: "POST",
    });
    sent.write("begin");
    expect(await arrived).toBe("begin");
    sent.end("end");
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    expect(await textOf(reply)).toBe("kept");

    const refused = await send("/upload", { method: "POST" }, Buffer.alloc(2 * 1024 * 1024));
    // Caddy 2.6 has no better word for it; later versions have.
    expect(refused.statusCode).toBe(kind === "nginx" ? 413 : 502);
  });

  test("opens the websocket to the provider, with origin and host of the page", async () => {
    const socket = new WebSocket(`${proxy.url.replace("https", "wss")}/ws`, {
      ca: proxy.certificate,
      origin: proxy.url,
    });
    await once(socket, "open");
    socket.send("hello");
    const [text] = await once(socket, "message");
    expect(String(text)).toBe(`hello ${proxy.url} ${new URL(proxy.url).host}`);
    socket.close();
  });

  test("shows programs of customers the services alone, by a name of their own", async () => {
    const { port } = new URL(proxy.url);
    const named = { headers: { host: `api.localhost:${port}` }, servername: "api.localhost" };
    for (const path of ["/api/shipment/list", "/tracking/x", "/openapi.json", "/openapi/customer.json"])
      expect(await textOf(await send(path, named))).toBe("of the provider");
    for (const path of ["/ws", "/health", "/login", "/user/info"])
      expect((await send(path, named)).statusCode).toBe(404);
  });

  test("lets programs call over TLS only, and refuses a call without it instead of leading it there", async () => {
    const named = { headers: { host: "api.localhost" }, servername: "api.localhost" };
    for (const path of ["/api/shipment/list", "/login"])
      expect((await send(path, named)).headers["strict-transport-security"]).toBe(
        "max-age=63072000; includeSubDomains",
      );
    const plain = `http://localhost:${proxy.plainPort}/api/shipment/list`;
    const sent = plainRequest(plain, { headers: { host: `api.localhost:${proxy.plainPort}` } }).end();
    const [reply] = (await once(sent, "response")) as [IncomingMessage];
    expect([reply.statusCode, reply.headers.location]).toEqual([403, undefined]);
  });
});
