import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClientOptions, WebSocket } from "ws";
import {
  DESK_THEME,
  REALTIME_PATH,
  realtimeTicket,
  type ServerMessage,
  SHIPMENTS_THEME,
  TICKET_PARAMETER,
} from "#app/contract/realtime.ts";
import { makeSession, type Person } from "#tests/support/people.ts";
import { callEndpoint, type TestProvider } from "#tests/support/provider.ts";

interface SocketClientOptions extends ClientOptions {
  /** Sends no heartbeats, and keeps the heartbeat requests among its frames. */
  isSilent?: boolean;
}

type Frame = Exclude<ServerMessage, { theme: typeof SHIPMENTS_THEME | typeof DESK_THEME }>;

/**
 * A socket as in a browser, with all received frames but counts of news, changed shipments and heartbeat requests, which
 * it answers.
 */
export class SocketClient {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  /** Counts of unread news, which are not among the frames. */
  readonly news: number[] = [];
  /** Ids of changed shipments by frame, which are not among the frames either; null: many. */
  readonly shipments: (string[] | null)[] = [];
  /** How often it was told that the desk's inbox has changed. */
  desk = 0;
  /** The close code. */
  readonly closed: Promise<number>;
  /** Number of heartbeats sent. */
  heart = 0;

  constructor(url: string, ticket: string | null, { isSilent, ...options }: SocketClientOptions = {}) {
    const query = ticket === null ? "" : `?${TICKET_PARAMETER}=${ticket}`;
    this.socket = new WebSocket(url.replace(/^http/, "ws") + REALTIME_PATH + query, options);
    this.socket.on("message", (data) => {
      const frame: ServerMessage = JSON.parse(String(data));
      if (frame.type === "news") this.news.push(frame.data.num);
      else if (frame.type === "client_business" && frame.theme === SHIPMENTS_THEME)
        this.shipments.push(frame.data.ids);
      else if (frame.type === "client_business" && frame.theme === DESK_THEME) this.desk += 1;
      else if (frame.type !== "SERVER_HEARTBEAT_REQUEST" || isSilent) this.frames.push(frame);
      else this.send({ type: "client_heartbeat", data: "PONG", heart: ++this.heart });
    });
    this.closed = new Promise((resolve) => this.socket.once("close", resolve));
    // Callers that wait for the opening get the error; the close event follows in any case.
    this.socket.on("error", () => {});
  }

  async opened(): Promise<this> {
    await once(this.socket, "open");
    return this;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  authorise({ userName, id }: Pick<Person, "userName" | "id">): void {
    this.send(authorization(userName, id));
  }

  /** Waits up to 10 s for a frame for which `isIt` is true; the error lists the frames before. */
  async until(isIt: (frame: Frame) => boolean, waitMs = 10_000): Promise<Frame> {
    for (const end = Date.now() + waitMs; Date.now() < end; await sleep(5)) {
      const frame = this.frames.find(isIt);
      if (frame) return frame;
    }
    throw new Error(`No frame matches; received: ${JSON.stringify(this.frames)}`);
  }

  /** Waits for so many frames, and removes them. */
  async take(count: number): Promise<Frame[]> {
    for (const end = Date.now() + 10_000; this.frames.length < count && Date.now() < end; ) await sleep(5);
    return this.frames.splice(0);
  }
}

export function authorization(account: string, userId: string) {
  return {
    account,
    userId,
    type: "client_authorization",
    timestamp: Date.now(),
    clientInfo: { channel: "browser", osVersion: "Linux", device: "Firefox" },
  };
}

export async function ticketOf({ url }: { url: string }, token: string): Promise<string> {
  const { data, message } = await callEndpoint<{ ticket: string } | null>(url, realtimeTicket, {}, { token });
  if (!data) throw new Error(message);
  return data.ticket;
}

/** A socket that has authorised and received its first count; both frames are removed. */
export async function connect(
  provider: Pick<TestProvider, "url" | "db">,
  person: Person,
  token?: string,
  options?: SocketClientOptions,
): Promise<SocketClient & { nid: string; num: number }> {
  const ticket = await ticketOf(provider, token ?? (await makeSession(provider.db, person.id)));
  const client = await new SocketClient(provider.url, ticket, options).opened();
  client.authorise(person);
  // Others may send messages meanwhile: their frames may come before the count.
  const answer = await client.until(({ type }) => type === "client_authorization");
  const count = await client.until((frame) => frame.type === "unRead");
  if (count.type !== "unRead") throw new Error("The frame is not an unread count");
  for (const told of [answer, count]) client.frames.splice(client.frames.indexOf(told), 1);
  return Object.assign(client, { nid: count.nid, num: count.data.num });
}

/** As `connect`, for people who may not use messages and get no count of them. */
export async function connectQuiet(
  provider: Pick<TestProvider, "url" | "db">,
  person: Person,
): Promise<SocketClient> {
  const ticket = await ticketOf(provider, await makeSession(provider.db, person.id));
  const client = await new SocketClient(provider.url, ticket).opened();
  client.authorise(person);
  await client.take(1);
  return client;
}
