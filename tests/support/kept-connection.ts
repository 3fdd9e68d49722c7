import { Agent, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

interface Ask {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: Uint8Array | string;
}

interface Answered {
  status: number;
  body: string;
  /** Whether it came over the connection of the request before. */
  isReused: boolean;
}

/** Requests one after another over one connection, as a browser or a proxy sends them; one that hangs is an error. */
export function keptConnection(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (path: string, { method = "GET", headers = {}, body = "" }: Ask = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const options = { agent, method, headers, signal: AbortSignal.timeout(120_000) };
      const sent = request(`${origin}${path}`, options, (answer) => {
        const status = answer.statusCode ?? 0;
        text(answer).then((all) => resolve({ status, body: all, isReused: sent.reusedSocket }), reject);
      });
      sent.on("error", reject).end(body);
    });
  return { ask, close: () => agent.destroy() };
}
