import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type WebSocket as Peer, WebSocketServer } from "ws";
import type { ClientMessage, ServerMessage } from "#app/contract/realtime.ts";
import { clientMessage } from "#app/contract/realtime.ts";
import { closeCodes } from "#app/contract/realtime-code.ts";
import {
  afterClose,
  type LinkState,
  reconnectDelay,
  socketAddress,
} from "#app/features/messages/live/reconnect.ts";
import { type LinkEvents, SharedLink } from "#app/features/messages/live/shared-link.ts";
import { RealtimeSocket } from "#app/features/messages/socket.client.ts";
import { until } from "./until.ts";

/** The provider's side of the socket, with the received messages. */
let server: WebSocketServer;
let peers: Peer[];
let frames: ClientMessage[];
let addresses: (string | undefined)[];
let stops: (() => void)[];
let isGreeting: boolean;
const logged = vi.spyOn(console, "warn").mockImplementation(() => {});

const greeting: ServerMessage = { type: "client_authorization", theme: "", data: null, nid: "connection-1" };
const unread = (num: number): ServerMessage => ({
  type: "unRead",
  theme: "",
  data: { channelId: "7", increment: "1", num },
  nid: "connection-1",
});
const tell = (peer: Peer | undefined, message: unknown) => peer?.send(JSON.stringify(message));

beforeEach(async () => {
  peers = [];
  frames = [];
  addresses = [];
  stops = [];
  isGreeting = true;
  logged.mockClear();
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  server.on("connection", (peer, request) => {
    peers.push(peer);
    addresses.push(request.url);
    peer.on("message", (data) => {
      const frame = clientMessage.parse(JSON.parse(String(data)));
      frames.push(frame);
      if (frame.type === "client_authorization" && isGreeting) tell(peer, greeting);
    });
  });
});
afterEach(async () => {
  for (const stop of stops) stop();
  for (const peer of peers) peer.terminate();
  await new Promise((resolve) => server.close(resolve));
});

const passOf = (ticket: string | null = "t") => ({
  url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
  ticket,
  account: "demo",
  userId: "5",
});

function open(changes: Partial<ConstructorParameters<typeof RealtimeSocket>[0]> = {}) {
  const states: LinkState[] = [];
  const messages: ServerMessage[] = [];
  let passes = 0;
  const socket = new RealtimeSocket({
    pass: async () => passOf(`ticket-${passes++}`),
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    pageProtocol: "http:",
    clientInfo: { osVersion: "X11", device: "desktop" },
    reconnectDelay: () => 20,
    ...changes,
  });
  stops.push(() => socket.stop());
  socket.start();
  return { socket, states, messages };
}

test("it says who it is first of all, with every field of product 3.11, and comes with a ticket", async () => {
  const { states, messages } = open();
  await until(() => expect(states).toEqual(["connecting", "connected"]));
  expect(frames[0]).toEqual({
    account: "demo",
    userId: "5",
    type: "client_authorization",
    timestamp: expect.any(Number),
    clientInfo: { channel: "browser", osVersion: "X11", device: "desktop" },
  });
  expect(addresses).toEqual(["/ws?ticket=ticket-0"]);
  expect(messages).toEqual([greeting]);
});

test("a ticket request that hangs on the old link is abandoned once there is a new link", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const asked: AbortSignal[] = [];
    const { socket, states } = open({
      pass: (signal) => {
        asked.push(signal);
        return asked.length === 1 ? new Promise(() => {}) : Promise.resolve(passOf());
      },
    });
    socket.hurry();
    expect(asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 5_000);
    socket.hurry();
    await until(() => expect(states).toContain("connected"));
    expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(peers).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test("no ticket is sent to a provider without tickets", async () => {
  const { states } = open({ pass: async () => passOf(null) });
  await until(() => expect(states).toContain("connected"));
  expect(addresses).toEqual(["/ws"]);
});

test("it answers a heartbeat request and beats every 3 s by itself, counting up", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    open();
    await until(() => expect(frames).toHaveLength(1));
    tell(peers[0], { type: "SERVER_HEARTBEAT_REQUEST", theme: "", data: null, nid: "connection-1" });
    await until(() => expect(frames).toHaveLength(2));
    vi.advanceTimersByTime(6_000);
    await until(() => expect(frames).toHaveLength(4));
    expect(frames.slice(1)).toEqual(
      [1, 2, 3].map((heart) => ({ type: "client_heartbeat", data: "PONG", heart })),
    );
  } finally {
    vi.useRealTimers();
  }
});

test("what is no message at all is left alone, and what the contract does not know is passed on", async () => {
  const { messages } = open();
  await until(() => expect(messages).toHaveLength(1));
  peers[0]?.send("{");
  tell(peers[0], { type: "unRead" });
  tell(peers[0], { type: "unRead", data: { channelId: 7, num: "many" } });
  tell(peers[0], { type: "unRead", data: { num: 3 } });
  tell(peers[0], { data: { num: 3 } });
  const others = [
    { type: "surprise", data: { any: ["thing"] } },
    { type: "client_business", theme: "SERVER_NEWS", data: "text" },
  ];
  for (const other of others) tell(peers[0], other);
  tell(peers[0], unread(3));
  await until(() => expect(messages).toHaveLength(4));
  expect(messages.slice(1)).toEqual([...others, unread(3)]);
});

test("ids that are numbers and numbers that are texts are read", async () => {
  const { messages } = open();
  await until(() => expect(messages).toHaveLength(1));
  tell(peers[0], { ...unread(3), data: { channelId: 7, increment: 1, num: "3" } });
  await until(() => expect(messages).toHaveLength(2));
  expect(messages[1]).toEqual({ ...unread(3), data: { channelId: "7", increment: "1", num: 3 } });
});

test("a cut socket reconnects with a new ticket, a hundred times", async () => {
  const { states } = open({ reconnectDelay: () => 0 });
  for (let cut = 1; cut <= 100; cut++) {
    await until(() => expect(states.filter((state) => state === "connected")).toHaveLength(cut));
    peers.at(-1)?.terminate();
  }
  await until(() => expect(peers).toHaveLength(101));
  expect(new Set(addresses).size).toBe(101);
  expect(logged).not.toHaveBeenCalled();
});

test("a socket does not reconnect after its session has ended", async () => {
  const { states } = open();
  await until(() => expect(states).toContain("connected"));
  peers[0]?.close(closeCodes.sessionEnded);
  await until(() => expect(states.at(-1)).toBe("ended"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(peers).toHaveLength(1);

  const second = open({ pass: async () => "ended" });
  await until(() => expect(second.states).toEqual(["connecting", "ended"]));
});

test("a person who may not use messages any more is disconnected, and does not reconnect", async () => {
  const { states } = open();
  await until(() => expect(states).toContain("connected"));
  peers[0]?.close(closeCodes.notAllowed);
  await until(() => expect(states.at(-1)).toBe("resting"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(peers).toHaveLength(1);

  const second = open({ pass: async () => "refused" });
  await until(() => expect(second.states).toEqual(["connecting", "resting"]));
});

test("a portal that cannot be reached is retried, and a failed authorization is only logged", async () => {
  let isReachable = false;
  const { states } = open({
    pass: async () => {
      if (!isReachable) throw new TypeError("network");
      return passOf();
    },
  });
  await until(() => expect(states.at(-1)).toBe("reconnecting"));
  isReachable = true;
  isGreeting = false;
  await until(() => expect(peers).toHaveLength(1));
  isGreeting = true;
  peers[0]?.close(closeCodes.ticketRefused);
  await until(() => expect(logged).toHaveBeenCalledWith(expect.any(String), closeCodes.ticketRefused));
  await until(() => expect(states.at(-1)).toBe("connected"));
});

test("a connection that broke without a close is dropped after three silent intervals", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  try {
    const { states } = open();
    await until(() => expect(states).toContain("connected"));
    const request = { type: "SERVER_HEARTBEAT_REQUEST", theme: "", data: null, nid: "connection-1" };
    for (const expected of [1, 2]) {
      tell(peers[0], request);
      await until(() =>
        expect(frames.filter(({ type }) => type === "client_heartbeat").length).toBeGreaterThanOrEqual(
          expected,
        ),
      );
      vi.advanceTimersByTime(5_000);
    }
    vi.advanceTimersByTime(8_000);
    expect(states.at(-1)).toBe("connected");
    vi.advanceTimersByTime(6_000);
    expect(states.at(-1)).toBe("reconnecting");
    await until(() => expect(states.at(-1)).toBe("connected"));
  } finally {
    vi.useRealTimers();
  }
});

test("stopping closes the socket and tells nothing more", async () => {
  const { socket, states } = open();
  await until(() => expect(states).toContain("connected"));
  const isClosed = new Promise((resolve) => peers[0]?.once("close", resolve));
  socket.stop();
  await isClosed;
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(states).toEqual(["connecting", "connected"]);
  expect(peers).toHaveLength(1);
});

test("the first try comes 3 s after the drop, later ones up to 3 s more", () => {
  expect(reconnectDelay(0, 0.9)).toBe(3_000);
  expect(reconnectDelay(1, 0)).toBe(3_000);
  expect(reconnectDelay(5, 1)).toBe(6_000);
});

test.each([
  ["a close with a user", { code: 1001, hasFailed: false, userId: "5" }, "reconnect"],
  ["a close without a user", { code: 1001, hasFailed: false, userId: null }, "stop"],
  ["an error, always", { code: 1006, hasFailed: true, userId: null }, "reconnect"],
  ["a right that was lost", { code: 4008, hasFailed: false, userId: "5" }, "stop"],
  ["an ended session, even by error", { code: 4005, hasFailed: true, userId: "5" }, "ended"],
] as const)("after %s", (_, drop, expected) => {
  expect(afterClose(drop)).toBe(expected);
});

test.each([
  ["ws://provider.example/ws", "t 1", "https:", "wss://provider.example/ws?ticket=t+1"],
  ["ws://provider.example:4000/ws", null, "http:", "ws://provider.example:4000/ws"],
  ["wss://provider.example/ws?area=eu", "t", "http:", "wss://provider.example/ws?area=eu&ticket=t"],
])("the address of %s", (url, ticket, protocol, expected) => {
  expect(socketAddress({ url, ticket }, protocol)).toBe(expected);
});

/** A browser tab that shares its connection. */
function openTab(name: string, locks: LockManager | null = navigator.locks) {
  const states: LinkState[] = [];
  const messages: ServerMessage[] = [];
  const link = new SharedLink({
    name,
    locks,
    makeSocket: (events: LinkEvents) =>
      new RealtimeSocket({
        pass: async () => passOf(),
        pageProtocol: "http:",
        clientInfo: { osVersion: "", device: "" },
        reconnectDelay: () => 20,
        ...events,
      }),
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
  });
  stops.push(() => link.stop());
  link.start();
  return { link, states, messages };
}

test("tabs share one socket, hear the same, and the next takes over when its holder goes", async () => {
  const tabs = [openTab("shared-1"), openTab("shared-1"), openTab("shared-1")] as const;
  for (const { states } of tabs) await until(() => expect(states.at(-1)).toBe("connected"));
  expect(peers).toHaveLength(1);
  const late = openTab("shared-1");
  await until(() => expect(late.states.at(-1)).toBe("connected"));
  tell(peers[0], unread(4));
  for (const { messages } of [...tabs, late]) await until(() => expect(messages).toContainEqual(unread(4)));

  const latest = openTab("shared-1");
  await until(() => expect(latest.messages).toEqual([unread(4)]));
  latest.link.stop();

  tabs[0].link.stop();
  await until(() => expect(peers).toHaveLength(2));
  for (const { states } of [tabs[1], tabs[2], late])
    await until(() => expect(states.at(-1)).toBe("connected"));
  tell(peers[1], unread(5));
  for (const { messages } of [tabs[1], tabs[2], late])
    await until(() => expect(messages.at(-1)).toEqual(unread(5)));
  expect(tabs[0].messages).not.toContainEqual(unread(5));
  expect(peers).toHaveLength(2);

  // A stopped tab queues again for the lock.
  tabs[0].link.start();
  await until(() => expect(tabs[0].states.at(-1)).toBe("connected"));
  expect(peers).toHaveLength(2);
});

test("all tabs learn that the session has ended", async () => {
  const tabs = [openTab("shared-2"), openTab("shared-2")] as const;
  for (const { states } of tabs) await until(() => expect(states.at(-1)).toBe("connected"));
  peers[0]?.close(closeCodes.sessionEnded);
  for (const { states } of tabs) await until(() => expect(states.at(-1)).toBe("ended"));
});

test("without locks each tab has a socket of its own", async () => {
  const tabs = [openTab("shared-3", null), openTab("shared-3", null)];
  for (const { states } of tabs) await until(() => expect(states.at(-1)).toBe("connected"));
  expect(peers).toHaveLength(2);
});
