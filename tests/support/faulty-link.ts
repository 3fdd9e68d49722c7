import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { WebSocket, WebSocketServer } from "ws";

/** Probabilities from 0 to 1 of faults of a request, an answer or a frame. */
export interface Weather {
  /** The request never arrives. */
  loseRequest: number;
  /** The request arrives, and the connection ends before its answer. */
  loseAnswer: number;
  /** The request arrives twice. */
  doubleRequest: number;
  loseFrame: number;
  doubleFrame: number;
  /** Maximum delay of a request or frame; frames keep their order. */
  delayMs: number;
}
const FAIR: Weather = {
  loseRequest: 0,
  loseAnswer: 0,
  doubleRequest: 0,
  loseFrame: 0,
  doubleFrame: 0,
  delayMs: 0,
};

/** A faulty link between a browser and the product: HTTP to the portal, the websocket to the provider. */
export interface FaultyLink {
  /** The origin that the browser opens. */
  url: string;
  /** The portal's REALTIME_URL. */
  socketUrl: string;
  connect(targets: { portalUrl: string; providerUrl: string }): void;
  /** Which requests are subject to faults; the others pass. */
  isExposed(path: string, method: string): boolean;
  weather: Weather;
  /** Ends every socket; `isDown` refuses new ones and all requests until it is false again. */
  cut(): void;
  isDown: boolean;
  /** Faults so far. */
  readonly befallen: Record<
    "lostRequests" | "lostAnswers" | "doubledRequests" | "lostFrames" | "doubledFrames" | "cuts",
    number
  >;
  /** Sockets open now. */
  socketCount(): number;
  close(): Promise<void>;
}

/** `random` decides about faults: the same seed gives the same faults. */
export async function startFaultyLink(random: () => number): Promise<FaultyLink> {
  let portal = new URL("http://127.0.0.1");
  let provider = "";
  const connections = new Set<Socket>();
  const pairs = new Set<[WebSocket, WebSocket]>();
  const happens = (chance: number) => chance > 0 && random() < chance;
  const wait = () =>
    new Promise((resolve) => setTimeout(resolve, Math.floor(random() * link.weather.delayMs)));

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = "/", method = "GET" } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    if (link.isDown) return void incoming.socket.destroy();
    const weather = link.isExposed(url, method) ? link.weather : FAIR;
    if (weather.delayMs > 0) await wait();
    if (happens(weather.loseRequest)) {
      link.befallen.lostRequests += 1;
      return void incoming.socket.destroy();
    }
    const body = Buffer.concat(chunks);
    if (happens(weather.doubleRequest)) {
      link.befallen.doubledRequests += 1;
      await forward(incoming, body).then((first) => first.resume());
    }
    const answer = await forward(incoming, body);
    if (link.isDown || happens(weather.loseAnswer)) {
      link.befallen.lostAnswers += 1;
      answer.resume();
      return void incoming.socket.destroy();
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  }

  function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const passed = request(
        { host: portal.hostname, port: portal.port, method, path: url, headers },
        resolve,
      );
      passed.on("error", reject);
      passed.end(body);
    });
  }

  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (near, incoming) => {
    if (link.isDown) return near.terminate();
    const far = new WebSocket(`${provider}${incoming.url}`, {
      headers: { origin: incoming.headers.origin ?? "", host: incoming.headers.host ?? "" },
    });
    const pair: [WebSocket, WebSocket] = [near, far];
    pairs.add(pair);
    pass(near, far);
    pass(far, near);
    near.once("close", () => pairs.delete(pair));
  });

  /** Frames keep their order, however long each of them is delayed. */
  function pass(from: WebSocket, to: WebSocket): void {
    const opened = new Promise<void>((resolve) =>
      to.readyState === WebSocket.OPEN ? resolve() : to.once("open", () => resolve()),
    );
    let line: Promise<unknown> = opened;
    from.on("message", (data) => {
      const text = String(data);
      const isLost = happens(link.weather.loseFrame);
      const isDoubled = !isLost && happens(link.weather.doubleFrame);
      line = line.then(async () => {
        if (link.weather.delayMs > 0) await wait();
        if (isLost) link.befallen.lostFrames += 1;
        if (isDoubled) link.befallen.doubledFrames += 1;
        for (let times = isLost ? 0 : isDoubled ? 2 : 1; times > 0; times--)
          if (to.readyState === WebSocket.OPEN) to.send(text);
      });
    });
    from.on("close", (code, reason) => {
      void line.then(() => {
        if (code >= 3000 || code === 1000 || code === 1001) to.close(code, reason);
        else to.terminate();
      });
    });
    from.on("error", () => to.terminate());
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const link: FaultyLink = {
    url: `http://localhost:${port}`,
    socketUrl: `ws://localhost:${port}/ws`,
    connect({ portalUrl, providerUrl }) {
      portal = new URL(portalUrl);
      provider = providerUrl.replace(/^http/, "ws");
    },
    isExposed: () => true,
    weather: { ...FAIR },
    cut() {
      link.befallen.cuts += 1;
      for (const [near, far] of pairs) {
        near.terminate();
        far.terminate();
      }
      pairs.clear();
    },
    isDown: false,
    befallen: {
      lostRequests: 0,
      lostAnswers: 0,
      doubledRequests: 0,
      lostFrames: 0,
      doubledFrames: 0,
      cuts: 0,
    },
    socketCount: () => pairs.size,
    close: () =>
      new Promise((resolve) => {
        link.cut();
        server.close(() => resolve());
        for (const socket of connections) socket.destroy();
      }),
  };
  return link;
}

/** A generator of random numbers from 0 to 1 with a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
