import { createServer, request } from "node:http";

/** How the provider seems to be: as it is, or in one of the ways in which it fails its portal. */
export type Mood = "well" | "down" | "html" | "empty" | "wrong shape" | "wrong envelope";

export interface FaultyProxy {
  url: string;
  mood: Mood;
  close(): Promise<void>;
}

const answers: Partial<Record<Mood, [type: string, body: string]>> = {
  html: ["text/html", "<html><body><h1>502 Bad Gateway</h1></body></html>"],
  empty: ["application/json", ""],
  "wrong shape": ["application/json", '{"code":200,"message":"OK","data":{"rows":"none"}}'],
  "wrong envelope": ["application/json", '["what"]'],
};

/** Stands between portal and provider. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const upstream = new URL(target);
  const server = createServer((incoming, outgoing) => {
    if (proxy.mood === "down") return incoming.socket.destroy();
    const answer = answers[proxy.mood];
    if (answer) {
      const [type, body] = answer;
      incoming.resume();
      outgoing.writeHead(200, { "content-type": type }).end(body);
      return;
    }
    const { method, url, headers } = incoming;
    const passed = request(
      { host: upstream.hostname, port: upstream.port, method, path: url, headers },
      (got) => {
        outgoing.writeHead(got.statusCode ?? 502, got.rawHeaders);
        got.pipe(outgoing);
      },
    );
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${port}`,
    mood: "well",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
