import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import { HEARTBEAT_MS, RECONNECT_DELAY_MS } from "#app/contract/realtime.ts";

/**
 * Many browsers' sockets in a process of their own, for tests/bench/sockets.ts. They behave as the portal's: ticket,
 * authorization, a heartbeat every 3 s, an answer to each question.
 */
export interface Account {
  token: string;
  userName: string;
  userId: string;
}

export type ClientsOrder =
  | { order: "open"; url: string; accounts: Account[]; perSecond: number }
  /** Cuts all connections at once; each reconnects after 3 s, and 3 to 6 s after each failure. */
  | { order: "storm" }
  | { order: "report" };

export type ClientsReport =
  | { kind: "opened" }
  /** Milliseconds from the cut until each had its unread count again, in order; number of failed attempts. */
  | { kind: "storm"; backAfter: number[]; failures: number; failureKinds: Record<string, number> }
  /**
   * Since the last report: channel and time (epoch ms) of each reported message, unexpected closes by code, by how many
   * milliseconds this process was late itself (99 of 100 times less).
   */
  | { kind: "report"; receipts: [string, number][]; closes: Record<string, number>; late: number };

interface Browser {
  account: Account;
  socket: WebSocket | null;
  heart: number;
  nextBeat: number;
}

const DELAY_RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
delay.enable();
const browsers: Browser[] = [];
let url = "";
let receipts: [string, number][] = [];
let closes: Record<string, number> = {};
let isStorm = false;

/** Tickets are requested by the portal's server, which keeps its connections open. */
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
/** Of this process. */
const localAddress = process.argv[2];

function ticketOf({ token }: Account): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/realtime/ticket`, {
      method: "POST",
      agent,
      localAddress,
      headers: { authorization: `Bearer ${token}` },
    });
    call.on("error", reject).on("response", (answer) => {
      let text = "";
      answer
        .setEncoding("utf8")
        .on("data", (chunk) => {
          text += chunk;
        })
        .on("end", () => {
          const { code, data } = JSON.parse(text) as { code: number; data: { ticket: string } | null };
          if (data) resolve(data.ticket);
          else reject(new Error(`ticket ${code}`));
        })
        .on("error", reject);
    });
    call.end();
  });
}

/** Resolves when the first unread count has arrived. */
async function connect(browser: Browser): Promise<void> {
  const { account } = browser;
  const ticket = await ticketOf(account);
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/ws?ticket=${ticket}`, {
    perMessageDeflate: false,
    localAddress,
    handshakeTimeout: 15_000,
  });
  browser.socket = socket;
  await new Promise<void>((resolve, reject) => {
    socket.on("open", () =>
      socket.send(
        JSON.stringify({
          account: account.userName,
          userId: account.userId,
          type: "client_authorization",
          timestamp: Date.now(),
          clientInfo: { channel: "browser", osVersion: "Linux", device: "bench" },
        }),
      ),
    );
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === "SERVER_HEARTBEAT_REQUEST") beat(browser);
      else if (frame.type === "client_business" && frame.data?.increment === "1")
        receipts.push([frame.data.channelId, performance.timeOrigin + performance.now()]);
      else if (frame.type === "unRead") {
        browser.nextBeat = performance.now() + Math.random() * HEARTBEAT_MS;
        resolve();
      }
    });
    socket.on("error", (error) => reject(new Error(`socket ${(error as NodeJS.ErrnoException).code}`)));
    socket.on("close", (code) => {
      if (!isStorm) closes[code] = (closes[code] ?? 0) + 1;
      reject(new Error(`closed ${code}`));
    });
  });
}

function beat(browser: Browser): void {
  if (browser.socket?.readyState !== WebSocket.OPEN) return;
  browser.heart++;
  browser.socket.send(`{"type":"client_heartbeat","data":"PONG","heart":${browser.heart}}`);
}

setInterval(() => {
  const now = performance.now();
  for (const browser of browsers)
    if (browser.nextBeat <= now) {
      browser.nextBeat = now + HEARTBEAT_MS;
      beat(browser);
    }
}, 50).unref();

async function open(accounts: Account[], perSecond: number): Promise<void> {
  const start = performance.now();
  await Promise.all(
    accounts.map(async (account, index) => {
      await sleep(Math.max(0, start + (index * 1_000) / perSecond - performance.now()));
      const browser = { account, socket: null, heart: 0, nextBeat: Number.POSITIVE_INFINITY };
      browsers.push(browser);
      await connect(browser);
    }),
  );
}

async function storm(): Promise<ClientsReport> {
  isStorm = true;
  const start = performance.now();
  const backAfter: number[] = [];
  const failureKinds: Record<string, number> = {};
  let failures = 0;
  for (const browser of browsers) {
    browser.nextBeat = Number.POSITIVE_INFINITY;
    browser.socket?.terminate();
  }
  await Promise.all(
    browsers.map(async (browser) => {
      for (let tries = 0; ; tries++) {
        await sleep(RECONNECT_DELAY_MS * (tries === 0 ? 1 : 1 + Math.random()));
        try {
          await connect(browser);
          backAfter.push(performance.now() - start);
          return;
        } catch (error) {
          failures++;
          const kind = String(error);
          failureKinds[kind] = (failureKinds[kind] ?? 0) + 1;
        }
      }
    }),
  );
  isStorm = false;
  return { kind: "storm", backAfter, failures, failureKinds };
}

process.on("message", async (order: ClientsOrder) => {
  if (order.order === "open") {
    url = order.url;
    await open(order.accounts, order.perSecond);
    process.send?.({ kind: "opened" } satisfies ClientsReport);
  } else if (order.order === "storm") process.send?.(await storm());
  else {
    const late = Math.max(0, delay.percentile(99) / 1e6 - DELAY_RESOLUTION_MS);
    process.send?.({ kind: "report", receipts, closes, late } satisfies ClientsReport);
    delay.reset();
    receipts = [];
    closes = {};
  }
});
process.once("disconnect", () => process.exit(0));
