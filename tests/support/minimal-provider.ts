import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { type BendingName, bent, type Envelope } from "./bendings.ts";

/**
 * A provider written only from points 3, 4, 7 and 8 of docs/product.md: in memory,
 * without our contract, its idempotency keys, tickets, versions or lists. Calls without a path in product 7
 * (list of conversations, one conversation) have the path of our OpenAPI document. It imports nothing from
 * `app/`, so that it cannot agree with our code by accident.
 */
export interface MinimalOptions {
  port?: number;
  bendings?: readonly BendingName[];
  /** Menus in the answer to the sign-in, some with a url; by default those of the screens that product 7 has calls for. */
  menus?: readonly (string | { name: string; url: string })[];
  buttons?: readonly string[];
  /** Roles in the answer of `/user/info`; null sends null, undefined the default. */
  roles?: readonly string[] | null;
  avatar?: string;
  /** Resources of the company. */
  access?: readonly string[];
  /** Without the two calls for which product 7 gives no path. */
  isBare?: boolean;
}

export interface MinimalProvider {
  url: string;
  apiUrl: string;
  trackingUrl: string;
  realtimeUrl: string;
  /** Calls received, in order: method and path. */
  calls: string[];
  messages: { channelId: number; body: string }[];
  bend(...names: BendingName[]): void;
  /** Answers one path with this text and status from now on; null ends that. */
  answer(path: string, text: string | null, status?: number): void;
  stop(): Promise<void>;
}

export const MINIMAL_USER = { userName: "lena", password: "harbour-7" };

const MENUS = ["DASHBOARD", "QUOTES", "BOOKING", "SHIPMENTS", "ACCOUNT", "PROFILE", "TRACKING"];
const BUTTONS = ["MessageCenter", "REQUESTQUOTE", "BOOKSHIPMENT"];
const HEARTBEAT_MS = 1_000;

interface Message {
  createTime: string;
  msName: string;
  body: string;
  /** A JSON list, as text. */
  contentUrl: string;
}
interface Channel {
  id: number;
  type: 1 | 3 | 4 | 6;
  messages: Message[];
  unread: number;
}
interface Team {
  id: number;
  name: string;
  channels: Channel[];
}

const groupOf = { 1: "shipment", 3: "quote", 4: "billing", 6: "booking" } as const;

/** The clock of product 9.3. */
const now = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

function message(body: string, msName: string, createTime: string, files: object[] = []): Message {
  return { createTime, msName, body, contentUrl: JSON.stringify(files) };
}

function firstTeams(): Team[] {
  const file = { contentUrl: "https://files.example/pod/77.pdf", name: "proof of delivery.pdf" };
  return [
    {
      id: 501,
      name: "H# SZX2611001",
      channels: [
        {
          id: 9001,
          type: 1,
          unread: 1,
          messages: [
            message("When does the vessel berth?", "Lena Brandt", "2026-11-20 09:00:00"),
            message("On Tuesday. /::(smile)/", "Ocean desk", "2026-11-20 09:05:00"),
            message("The papers are here.", "Ocean desk", "2026-11-21 10:00:00", [file]),
          ],
        },
        { id: 9002, type: 6, unread: 0, messages: [] },
      ],
    },
    {
      id: 502,
      name: "Quote 88",
      channels: [
        {
          id: 9003,
          type: 3,
          unread: 0,
          messages: [message("Please quote.", "Lena Brandt", "2026-11-19 08:00:00")],
        },
      ],
    },
  ];
}

type Handler = (input: Record<string, unknown>, path: string, request: IncomingMessage) => unknown;

class Refused extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, text: string, status = 200) {
    super(text);
    this.code = code;
    this.status = status;
  }
}

export async function startMinimalProvider(options: MinimalOptions = {}): Promise<MinimalProvider> {
  let names = [...(options.bendings ?? [])];
  const answers = new Map<string, { text: string; status: number }>();
  const tokens = new Set<string>();
  const teams = firstTeams();
  const sent: { channelId: number; body: string }[] = [];
  const calls: string[] = [];
  let password = MINIMAL_USER.password;
  const person = { userId: 41, userName: MINIMAL_USER.userName, email: "lena@example.com" };
  const roles = options.roles === undefined ? ["customer"] : options.roles;
  const channels = () => teams.flatMap((team) => team.channels);
  const channelOf = (id: unknown) => {
    const channel = channels().find((each) => String(each.id) === String(id));
    if (!channel) throw new Refused(500, "channel does not exist");
    return channel;
  };
  const teamOf = (id: unknown) => {
    const team = teams.find((each) => String(each.id) === String(id));
    if (!team) throw new Refused(500, "team does not exist");
    return team;
  };
  const channelRow = ({ id, type, unread }: Channel) => ({ channelId: id, type, unReadNum: unread });
  const teamRow = (team: Team) => ({
    id: team.id,
    subject: team.name,
    channels: team.channels.map(channelRow),
  });

  const handlers: Record<string, Handler> = {
    "POST /api/auth/token": ({ userName, password: typedPassword }) => {
      if (userName === "locked") throw new Refused(8005, "This account is locked");
      if (userName === "parked") throw new Refused(8123, "Your company's contract has not been signed yet");
      if (userName !== person.userName || typedPassword !== password)
        throw new Refused(500, "Wrong user name or password");
      const token = randomUUID();
      tokens.add(token);
      const menu = (entry: string | { name: string; url: string }) =>
        typeof entry === "string" ? { name: entry, menuFlag: 1 } : { ...entry, menuFlag: 1 };
      const button = (name: string) => ({ name, menuFlag: 0 });
      return {
        token,
        username: person.userName,
        userId: person.userId,
        menuList: [...(options.menus ?? MENUS).map(menu), ...(options.buttons ?? BUTTONS).map(button)],
      };
    },
    "POST /api/api/forgotPassword": () => null,
    "POST /api/api/resetPasswordValidate": () => null,
    "POST /api/api/resetPassword": () => null,
    "GET /api/portalUser/getUser": () => ({
      ...person,
      companyInfo: { userId: 7, name: "Brandt GmbH" },
      ...(options.access && {
        userAccessResourceVos: options.access.map((resCode) => ({ sysMainBodyId: 7, resCode })),
      }),
    }),
    "GET /user/info": () => ({ roles, name: "Lena Brandt", avatar: options.avatar ?? null }),
    "POST /api/portalUser/updateUser": () => ({}),
    "POST /api/portalUser/validatePassword": ({ password: typedPassword }) => {
      if (typedPassword !== password) throw new Refused(500, "The password is wrong");
      return null;
    },
    "POST /api/portalUser/accountUserList": () => ({ rows: [person], total: 1 }),
    "POST /api/role/fontRoleList": () => [{ id: 1, code: "customer", name: "Customer" }],
    "POST /api/portalUser/resetPwd": ({ newPassword }) => {
      password = String(newPassword);
      return {};
    },
    "POST /api/dept/fontDeptList": () => [{ id: 1, pId: 0, name: "Purchasing" }],
    "POST /api/portalUser/addUser": () => ({}),
    "POST /api/portalUser/editUser": () => ({}),
    "POST /api/portalUser/rejectUpdatePassword": () => ({}),
    "POST /api/portalUser/getResetPwd": () => ({ url: "https://portal.example/resetPassword?token=x" }),
    "POST /api/teams/getTeamList": () => ({ rows: teams.map(teamRow), total: teams.length }),
    "POST /api/teams/channels": ({ id }) => teamOf(id).channels.map(channelRow),
    "POST /api/message/countUnReadMsg": () => channels().reduce((sum, { unread }) => sum + unread, 0),
    "POST /api/message/sendMessage": ({ channelId, text, body, contentUrl }) => {
      const channel = channelOf(channelId);
      const messageText = String(text ?? body ?? "");
      channel.messages.push(
        message(messageText, "Lena Brandt", now(), Array.isArray(contentUrl) ? contentUrl : []),
      );
      sent.push({ channelId: channel.id, body: messageText });
      return {};
    },
    "POST /api/message/allRead": () => {
      for (const channel of channels()) channel.unread = 0;
      return {};
    },
    "POST /api/teams/createTeamAndChannels": () => ({}),
    "POST /api/graph/newInquiry": ({ subject, text, type }) => {
      const first = message(String(text ?? ""), "Lena Brandt", now());
      const number = 600 + teams.length;
      teams.unshift({
        id: number,
        name: String(subject ?? ""),
        channels: [
          { id: 9100 + number, type: Number(type) as Channel["type"], messages: [first], unread: 0 },
        ],
      });
      return {};
    },
    "POST /api/message/fuzzyQueryMsg": ({ keyword }) => {
      const rows = teams.flatMap((team) =>
        team.channels.flatMap((channel) =>
          channel.messages
            .filter(({ body }) => body.toLowerCase().includes(String(keyword).toLowerCase()))
            .map((each) => ({ ...each, teamId: team.id, channelId: channel.id, type: channel.type })),
        ),
      );
      return { rows, total: rows.length };
    },
    "POST /api/message/list": ({ channelId, limit, offset }) => {
      const { messages } = channelOf(channelId);
      const end = messages.length - Number(offset ?? 0);
      return { rows: messages.slice(Math.max(0, end - Number(limit ?? 30)), end), total: messages.length };
    },
    "POST /api/message/read": ({ channelId }) => {
      channelOf(channelId).unread = 0;
      return {};
    },
    "POST /api/message/chatList": () => ({
      rows: teams.map((team) => ({
        id: team.id,
        subject: team.name,
        readStatus: team.channels.some(({ unread }) => unread > 0) ? 0 : 1,
        unReadNum: team.channels.reduce((sum, { unread }) => sum + unread, 0),
      })),
      total: teams.length,
    }),
    "POST /api/message/sessionDetail": ({ id }) =>
      Object.fromEntries<unknown>([
        ...teamOf(id).channels.map((channel, index): [string, unknown] => [
          groupOf[channel.type],
          {
            msgList: { rows: channel.messages.slice(-30), total: channel.messages.length },
            unReadNum: channel.unread,
            checked: index === 0 ? 1 : 0,
          },
        ]),
        ["containBooking", teamOf(id).channels.some(({ type }) => type === 6)],
        ["isShow", teamOf(id).channels.length > 1],
      ]),
    "POST /api/message/uploadAttachment": () => "https://files.example/up/78.pdf",
  };
  for (const name of ["selectNotificationList", "selectRuleList"])
    handlers[`POST /tracking/api/notificationInfo/${name}`] = () => ({ rows: [], total: 0 });
  for (const name of ["saveNotification", "remove", "detail", "saveRule", "removeRule", "detailRule"])
    handlers[`POST /tracking/api/notificationInfo/${name}`] = () => ({});

  const open = /^\/api\/(auth|api)\//;
  if (options.isBare)
    for (const name of ["chatList", "sessionDetail"]) delete handlers[`POST /api/message/${name}`];
  const handlerOf = (name: string): Handler | undefined => {
    if (/^POST \/api\/teams\/getTeams\/[^/]+\/[^/]+$/.test(name)) return () => null;
    if (/^POST \/api\/portalUser\/deleteUser\/[^/]+$/.test(name)) return () => ({});
    return handlers[name];
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://provider.example");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = `${request.method} ${url.pathname}`;
    calls.push(name);
    const reply = (status: number, body: string) =>
      response.writeHead(status, { "content-type": "application/json;charset=UTF-8" }).end(body);
    const scripted = answers.get(url.pathname);
    if (scripted) return reply(scripted.status, scripted.text);
    const handler = handlerOf(name);
    // What a web framework answers for an unknown address.
    if (!handler)
      return reply(
        404,
        JSON.stringify({ timestamp: now(), status: 404, error: "Not Found", path: url.pathname }),
      );
    const token =
      /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? url.searchParams.get("token");
    const say = (status: number, envelope: Envelope) => reply(status, bent(envelope, names));
    if (!open.test(url.pathname) && !tokens.has(token ?? ""))
      return reply(401, JSON.stringify({ message: "Please log in" }));
    try {
      const data = handler(
        { ...Object.fromEntries(url.searchParams), ...bodyOf(request, Buffer.concat(chunks)) },
        url.pathname,
        request,
      );
      return say(200, { code: 200, message: "success", data: data as never });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return say(error.status, { code: error.code, message: error.message, data: null });
    }
  });

  const sockets = new WebSocketServer({ server, path: "/ws" });
  sockets.on("connection", (socket: WebSocket) => {
    const tell = (frame: object) => socket.send(JSON.stringify(frame));
    const beat = setInterval(() => tell({ type: "SERVER_HEARTBEAT_REQUEST", nid: 3 }), HEARTBEAT_MS);
    socket.on("close", () => clearInterval(beat));
    socket.on("message", (text) => {
      const { type } = JSON.parse(String(text)) as { type?: string };
      if (type !== "client_authorization") return;
      tell({ type: "client_authorization", nid: 3 });
      tell({ type: "unRead", data: { channelId: 9001, increment: 0, num: "1" }, nid: 3 });
    });
  });

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    apiUrl: `${url}/api`,
    trackingUrl: `${url}/tracking`,
    realtimeUrl: `ws://127.0.0.1:${port}/ws`,
    calls,
    messages: sent,
    bend(...bendings) {
      names = bendings;
    },
    answer(path, text, status = 200) {
      if (text === null) answers.delete(path);
      else answers.set(path, { text, status });
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function bodyOf(request: IncomingMessage, body: Buffer): Record<string, unknown> {
  const type = request.headers["content-type"] ?? "";
  if (body.length === 0 || type.startsWith("multipart/")) return {};
  if (type.startsWith("application/json")) return JSON.parse(body.toString()) as Record<string, unknown>;
  return Object.fromEntries(new URLSearchParams(body.toString()));
}
