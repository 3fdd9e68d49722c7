import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { z } from "zod";
import type { messageData, messageList } from "#app/contract/message.ts";
import type { chatList, sessionDetail } from "#app/contract/message-session.ts";
import type { ClientMessage, ServerMessage, UnreadData } from "#app/contract/realtime.ts";
import { instantToWire } from "#app/lib/date-time.ts";
import { broken, envelope, type Received, type ScriptedProvider } from "#tests/upstream/scripted-provider.ts";

type Message = z.output<typeof messageData>;

export const SESSION = "11";
const CHANNEL = "21";
/** The billing channel of the same case. */
export const OTHER_CHANNEL = "22";

/** One case with two channels and its socket, told what to do by a test. */
export interface ScriptedMessages {
  socketUrl: string;
  messages: Message[];
  /** Sockets that have said who they are. */
  sockets: Set<WebSocket>;
  /** How often a socket has been opened. */
  opened: number;
  /** Every `message/sendMessage` that came, answered or not. */
  sends: { clientId: string; text: string }[];
  /** What becomes of the sends that come next: taken without an answer, never taken, or refused; then all is well. */
  fates: ("answer lost" | "never arrived" | "refused")[];
  /** The highest sequence marked as read in each channel. */
  read: Record<string, number>;
  /** How long a count that has been made waits before it is answered. */
  countDelayMs: number;
  /** The forwarder says something; `isSilent`: the socket does not tell. */
  say(text: string, options?: { channelId?: string; isSilent?: boolean }): void;
  /** Makes the provider answer for it, with nothing said yet. */
  script(provider: ScriptedProvider): void;
  stop(): Promise<void>;
}

export async function startScriptedMessages(): Promise<ScriptedMessages> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const byChannel = new Map<string, Message[]>();
  const of = (channelId: string) => byChannel.get(channelId) ?? [];

  const push = (unread: UnreadData) => {
    const message: ServerMessage = { type: "unRead", theme: "unRead", data: unread, nid: "n" };
    for (const socket of scripted.sockets) socket.send(JSON.stringify(message));
  };
  const unreadOf = (channelId: string) =>
    of(channelId).filter(({ isOwn, sequence }) => !isOwn && sequence > (scripted.read[channelId] ?? 0))
      .length;
  const allUnread = () => unreadOf(CHANNEL) + unreadOf(OTHER_CHANNEL);
  const add = (channelId: string, given: Pick<Message, "text" | "clientId" | "isOwn" | "contentUrl">) => {
    const list = of(channelId);
    const sequence = list.length + 1;
    const message: Message = {
      ...given,
      id: `${channelId}${sequence}`,
      sequence,
      createTime: instantToWire(new Date()) ?? "",
      msName: given.isOwn ? "Sam Script" : "Fran Forwarder",
      avatar: null,
      isForwarder: !given.isOwn,
    };
    byChannel.set(channelId, [...list, message]);
    return message;
  };

  server.on("connection", (socket) => {
    scripted.opened += 1;
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data)) as ClientMessage;
      if (frame.type !== "client_authorization") return;
      scripted.sockets.add(socket);
      socket.send(JSON.stringify({ type: "client_authorization", theme: "", data: null, nid: "n" }));
    });
    socket.on("close", () => scripted.sockets.delete(socket));
  });

  const scripted: ScriptedMessages = {
    socketUrl: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    get messages() {
      return of(CHANNEL);
    },
    sockets: new Set(),
    opened: 0,
    sends: [],
    fates: [],
    read: {},
    countDelayMs: 0,
    say(text, { channelId = CHANNEL, isSilent = false } = {}) {
      add(channelId, { text, clientId: crypto.randomUUID(), isOwn: false, contentUrl: [] });
      if (!isSilent) push({ channelId, increment: "1", num: allUnread() });
    },
    script(provider) {
      for (const socket of server.clients) socket.terminate();
      byChannel.clear();
      Object.assign(scripted, { opened: 0, sends: [], fates: [], read: {}, countDelayMs: 0 });
      answerFor(provider);
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };

  function answerFor(provider: ScriptedProvider): void {
    const on = (path: string, answer: (fields: Record<string, unknown>) => unknown) =>
      provider.answer(
        (response, received) => envelope(answer(fieldsOf(received)))(response, received),
        `/api${path}`,
      );
    const team = {
      shipment: { id: "5", houseNumber: "H0001" },
      booking: null,
      quote: null,
      subject: "",
      companyName: "",
    };
    provider.answer((response, received) => {
      const answer = envelope(allUnread());
      setTimeout(() => answer(response, received), scripted.countDelayMs);
    }, "/api/message/countUnReadMsg");
    on("/realtime/ticket", () => ({ ticket: crypto.randomUUID(), lifetimeMs: 20_000 }));
    on("/message/read", ({ channelId, sequence }) => {
      const channel = String(channelId);
      const upTo = typeof sequence === "number" ? sequence : of(channel).length;
      scripted.read[channel] = Math.max(scripted.read[channel] ?? 0, upTo);
      push({ channelId: channel, increment: "0", num: allUnread() });
      return null;
    });
    on("/message/chatList", (): z.input<typeof chatList.response> => {
      const last = of(CHANNEL).at(-1);
      const row = {
        ...team,
        id: SESSION,
        readStatus: allUnread() > 0 ? (0 as const) : (1 as const),
        unReadNum: allUnread(),
        lastMessage: last ? { ...last, type: 1 as const } : null,
        matchedName: "",
      };
      return { rows: [row], total: 1 };
    });
    on("/message/sessionDetail", ({ limit }): z.input<typeof sessionDetail.response> => {
      const group = (channelId: string, checked: 0 | 1) => ({
        channelId,
        msgList: { rows: of(channelId).slice(-Number(limit)), total: of(channelId).length },
        unReadNum: unreadOf(channelId),
        checked,
      });
      return {
        id: SESSION,
        team,
        shipment: group(CHANNEL, 1),
        billing: group(OTHER_CHANNEL, 0),
        booking: null,
        quote: null,
        containBooking: false,
        isShow: true,
      };
    });
    on("/message/list", ({ channelId, after, before, limit = 30 }): z.input<typeof messageList.response> => {
      const all = of(String(channelId));
      const rows =
        typeof before === "number"
          ? all.filter(({ sequence }) => sequence < before).slice(-Number(limit))
          : all.filter(({ sequence }) => sequence > Number(after ?? 0)).slice(0, Number(limit));
      return { rows, total: all.length, unReadNum: unreadOf(String(channelId)) };
    });
    provider.answer((response, received) => {
      const fields = fieldsOf(received);
      const { channelId, clientId, text, contentUrl } = fields as unknown as Pick<
        Message,
        "clientId" | "text" | "contentUrl"
      > & { channelId: string };
      scripted.sends.push({ clientId, text });
      const fate = scripted.fates.shift();
      if (fate === "never arrived") return broken(response, received);
      if (fate === "refused")
        return envelope(null, { code: 400, message: "No longer open" })(response, received);
      const known = of(channelId).find((message) => message.clientId === clientId);
      const message = known ?? add(channelId, { text, clientId, isOwn: true, contentUrl });
      if (!known) push({ channelId, increment: "0", num: allUnread() });
      if (fate === "answer lost") return broken(response, received);
      envelope(message)(response, received);
    }, "/api/message/sendMessage");
  }
  return scripted;
}

function fieldsOf({ body }: Received): Record<string, unknown> {
  return body.startsWith("{") ? JSON.parse(body) : {};
}
