import { createServer, request } from "node:http";

/** How the provider appears to the portal: normal, or failing in one of several ways. */
export type Mood = "well" | "down" | "html" | "empty" | "wrong shape" | "wrong envelope";

export interface FaultyProxy {
  url: string;
  mood: Mood;
  /** Paths of the calls so far. */
  calls: string[];
  /**
   * Drops the answers to this many of the next calls whose path ends like this, although the provider has
   * processed them.
   */
  loseAnswers(path: string, count: number): void;
  close(): Promise<void>;
}

const answers: Partial<Record<Mood, [type: string, body: string]>> = {
  html: ["text/html", "<html><body><h1>502 Bad Gateway</h1></body></html>"],
  empty: ["application/json", ""],
  "wrong shape": ["application/json", '{"code":200,"message":"OK","data":{"rows":"none"}}'],
  "wrong envelope": ["application/json", '["what"]'],
};

/** A proxy between portal and provider. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const upstream = new URL(target);
  const lost = { path: "", count: 0 };
  const isLost = (url: string) => lost.count > 0 && url.endsWith(lost.path) && lost.count-- > 0;
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
    proxy.calls.push(url ?? "");
    const passed = request(
      { host: upstream.hostname, port: upstream.port, method, path: url, headers },
      (got) => {
        if (isLost(url ?? "")) {
          got.resume().on("end", () => incoming.socket.destroy());
          return;
        }
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
    calls: [],
    loseAnswers: (path, count) => Object.assign(lost, { path, count }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
