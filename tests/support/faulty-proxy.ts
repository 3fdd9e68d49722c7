import { createServer, request } from "node:http";

/** How the provider seems to be: as it is, or in one of the ways in which it fails its portal. */
export type Mood = "well" | "down" | "html" | "empty" | "wrong shape" | "wrong envelope";

export interface FaultyProxy {
  url: string;
  mood: Mood;
  /** The answers to so many of the next calls whose path ends so are lost: the provider has done them all the same. */
  loseAnswers(path: string, count: number): void;
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
    loseAnswers: (path, count) => Object.assign(lost, { path, count }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
