import { setTimeout as sleep } from "node:timers/promises";
import { RECONNECT_DELAY_MS } from "#app/contract/realtime-code.ts";
import type { UpdatesAnswer } from "#app/features/messages/conversation/updates.server.ts";
import { RealtimeSocket } from "#app/features/messages/socket.client.ts";
import type { Visitor } from "./visitor.ts";

/** What people do while processes are restarted, and what became of it. */
export interface Load {
  pages: number;
  slowestMs: number;
  /** Texts of the messages that the portal said it has sent. */
  acknowledged: string[];
  /** Requests that were not answered as they should be. */
  failures: string[];
  stop(): Promise<void>;
}

interface People {
  readers: { visitor: Visitor; paths: string[] }[];
  writers: { visitor: Visitor; session: string; channelId: string }[];
}

const PAUSE_MS = 100;

/** Everybody asks for a page or sends a form, and a moment after its answer the next. */
export function startLoad({ readers, writers }: People): Load {
  const stopping = new AbortController();
  const load: Load = {
    pages: 0,
    slowestMs: 0,
    acknowledged: [],
    failures: [],
    stop: async () => {
      stopping.abort();
      await Promise.all(work);
    },
  };
  async function attempt(what: string, isGood: () => Promise<string | null>): Promise<void> {
    const since = performance.now();
    const fault = await isGood().catch((error: Error) => `${error.name} ${error.message}`);
    const tookMs = performance.now() - since;
    load.slowestMs = Math.max(load.slowestMs, tookMs);
    if (fault)
      load.failures.push(
        `${new Date().toISOString()} ${what}: ${fault.slice(0, 300)} after ${Math.round(tookMs)} ms`,
      );
    await sleep(PAUSE_MS);
  }
  async function read({ visitor, paths }: People["readers"][number]): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const path = paths[turn % paths.length]!;
      await attempt(path, async () => {
        const { status, body } = await visitor.get(path);
        if (status !== 200) return `${status} ${body.slice(0, 200)}`;
        load.pages++;
        return null;
      });
    }
  }
  async function write({ visitor, session, channelId }: People["writers"][number], who: number) {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const text = `writer ${who} message ${turn}`;
      await attempt(text, async () => {
        const { status, headers, body } = await visitor.post(`/messageCenter/index?session=${session}`, {
          intent: "send",
          requestId: crypto.randomUUID(),
          channelId,
          text,
        });
        if (status !== 302 || !headers.location?.includes("newest=1"))
          return `${status} ${headers.location} ${body.slice(0, 200)}`;
        load.acknowledged.push(text);
        return null;
      });
    }
  }
  const work = [...readers.map(read), ...writers.map(write)];
  return load;
}

export interface Watcher {
  seen: Set<string>;
  /** Times without a connection, from the close to the next authorised one, in milliseconds. */
  gaps: number[];
  isConnected(): boolean;
  /** Reads what the socket may not have told. */
  catchUp(): Promise<void>;
  stop(): void;
}

/** The portal's own socket with a page's reading: on each push, and each time it is connected, what is new is read. */
export function startWatcher(visitor: Visitor, channelId: string, failures: string[]): Watcher {
  const seen = new Set<string>();
  const gaps: number[] = [];
  let last = 0;
  let lostAt = performance.now();
  let state = "";
  let reading = Promise.resolve();
  let isAsked = false;

  const read = async () => {
    for (let isMore = true; isMore; ) {
      const path = `/messageCenter/updates?channel=${channelId}&after=${last}`;
      const answer = await visitor.get(path);
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const { messages } = JSON.parse(answer.body) as UpdatesAnswer;
      for (const { sequence, pieces } of messages) {
        last = Math.max(last, sequence);
        seen.add(pieces.map((piece) => (typeof piece === "string" ? piece : "")).join(""));
      }
      isMore = messages.length >= 100;
    }
  };
  // What is pushed while somebody reads is read once afterwards.
  const catchUp = () => {
    if (isAsked) return reading;
    isAsked = true;
    reading = reading
      .then(() => {
        isAsked = false;
        return read();
      })
      .catch((error: Error) => void failures.push(`updates: ${error.message.slice(0, 200)}`));
    return reading;
  };
  const socket = new RealtimeSocket({
    pageProtocol: "http:",
    clientInfo: { osVersion: "Linux", device: "test" },
    reconnectDelay: (tries) => RECONNECT_DELAY_MS * (tries === 0 ? 1 : 1 + Math.random()),
    async pass() {
      const answer = await visitor.post("/messageCenter/ticket", {});
      if (answer.status !== 200) {
        failures.push(`ticket: ${answer.status} ${answer.body.slice(0, 200)}`);
        throw new Error("No ticket");
      }
      return JSON.parse(answer.body);
    },
    onMessage: () => void catchUp(),
    onState(next) {
      if (next === "connected") {
        gaps.push(performance.now() - lostAt);
        void catchUp();
      } else if (state === "connected") lostAt = performance.now();
      state = next;
    },
  });
  socket.start();
  return {
    seen,
    gaps,
    isConnected: () => state === "connected",
    catchUp,
    stop: () => socket.stop(),
  };
}
