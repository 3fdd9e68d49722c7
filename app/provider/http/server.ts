import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import {
  type ConnectionError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { CODE_INVALID, CODE_TOO_MANY } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { STREAMED_ROWS } from "#app/contract/list-file.ts";
import { unreadCount } from "#app/contract/message.ts";
import { getUser } from "#app/contract/user.ts";
import { endConnections } from "#app/lib/end-connections.ts";
import { tellWork } from "#app/lib/observed.ts";
import { addressRoutes } from "../addresses/routes.ts";
import { analyticsRoutes } from "../analytics/routes.ts";
import { apiKeyRoutes } from "../api-keys/routes.ts";
import { bookingRoutes } from "../bookings/routes.ts";
import { brandRoutes } from "../brand/routes.ts";
import { calendarRoutes } from "../calendars/routes.ts";
import { admitCall, answerCall, callerOf, holderOf } from "../call/answer.ts";
import { answerError, answerNotFound, envelope } from "../call/failure.ts";
import { checkInputShape } from "../call/input-shape.ts";
import { Refusal } from "../call/refusal.ts";
import { type Route, servicePrefixes } from "../call/route.ts";
import { secretBox } from "../call/secret-box.ts";
import { carrierRoutes } from "../carriers/routes.ts";
import { companySignInRoutes } from "../company-sign-in/routes.ts";
import type { ProviderConfig } from "../config.ts";
import { customerRoutes } from "../customers/routes.ts";
import { cutOffRoutes } from "../cut-offs/routes.ts";
import { dashboardRoutes } from "../dashboard/routes.ts";
import { countWaiting } from "../dashboard/waiting.ts";
import type { DatabaseTarget } from "../db/connection.ts";
import type { Database } from "../db/schema.ts";
import type { Standby } from "../db/standby.ts";
import { deliveryRoutes } from "../deliveries/routes.ts";
import { deskRoutes } from "../desk/routes.ts";
import { documentRoutes } from "../documents/routes.ts";
import { emissionRoutes } from "../emissions/routes.ts";
import { exportRoutes } from "../exports/routes.ts";
import type { FileStore } from "../file-store/store.ts";
import { forwarderSystemRoutes } from "../forwarder-system/routes.ts";
import { identityRoutes } from "../identity/routes.ts";
import { invoiceRoutes } from "../invoices/routes.ts";
import { memberRoutes } from "../members/routes.ts";
import { messageRoutes } from "../messages/routes.ts";
import { notificationRoutes } from "../notifications/routes.ts";
import { placeRoutes } from "../places/routes.ts";
import { quoteRoutes } from "../quotes/routes.ts";
import { rateRoutes } from "../rates/routes.ts";
import { realtimeRoutes } from "../realtime/routes.ts";
import { isSocketRequest, startSocketServer } from "../realtime/socket-server.ts";
import { registrationRoutes } from "../registration/routes.ts";
import { searchRoutes } from "../search/routes.ts";
import { sharingRoutes } from "../sharing/routes.ts";
import { shipmentDeskRoutes } from "../shipment-desk/routes.ts";
import { shipmentRoutes } from "../shipments/routes.ts";
import { message } from "../texts/message.ts";
import { webhookRoutes } from "../webhooks/routes.ts";
import { asCall } from "./as-call.ts";
import { addDescriptions } from "./descriptions.ts";
import { addHealth, isProbe } from "./health.ts";
import { requestIds } from "./request-ids.ts";
import { sharedLimits } from "./shared-limit.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_EVENT_LOOP_DELAY_MS = 3_000;
// A sample without a value counts as infinite delay: with a shorter interval one long task would refuse
// everybody for a second.
const PRESSURE_SAMPLE_MS = 5_000;
// Longer than the portal keeps idle connections, so that it never writes to one that is being closed here.
const KEEP_ALIVE_MS = 75_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** Sockets are closed over so long where others take them: each comes back three seconds after it was closed. */
const SOCKETS_LEAVE_MS = 1_500;
const clock = () => new Date();

const roomRoutes: readonly Route[] = [
  ...identityRoutes,
  ...companySignInRoutes,
  ...memberRoutes,
  ...apiKeyRoutes(() => routes),
  ...webhookRoutes,
  ...customerRoutes,
  ...registrationRoutes,
  ...dashboardRoutes,
  ...shipmentRoutes,
  ...sharingRoutes,
  ...calendarRoutes,
  ...carrierRoutes,
  ...cutOffRoutes,
  ...analyticsRoutes,
  ...emissionRoutes,
  ...deliveryRoutes,
  ...documentRoutes,
  ...invoiceRoutes,
  ...placeRoutes,
  ...searchRoutes,
  ...quoteRoutes,
  ...addressRoutes,
  ...bookingRoutes,
  ...messageRoutes,
  ...notificationRoutes,
  ...deskRoutes,
  ...shipmentDeskRoutes,
  ...forwarderSystemRoutes,
  ...rateRoutes,
  ...brandRoutes,
  ...realtimeRoutes,
];

export const routes: readonly Route[] = [...roomRoutes, ...exportRoutes(roomRoutes)];

export interface ServerOptions {
  database: Kysely<Database>;
  /** What `DATABASE_READ_URL` leads to. */
  standby?: Standby | undefined;
  /** The same database, for the connection that listens for events of other processes. */
  target: DatabaseTarget;
  files: FileStore;
  /** Keys that seal secrets in the database: the first seals, all open. */
  secretKeys: readonly [string, ...string[]];
  config: Pick<ProviderConfig, "publicUrl" | "trustedProxies" | "isRateLimited" | "socketOrigins"> &
    Partial<
      Pick<
        ProviderConfig,
        | "outside"
        | "streamedRows"
        | "mailDomains"
        | "productName"
        | "factorGroup"
        | "drainSeconds"
        | "stopSeconds"
      >
    >;
  log: Logger;
  now?: () => Date;
  /** Mean delay of the event loop above which calls are answered 503; 3,000 by default, 0 for never. */
  maxLoopDelayMs?: number;
  /** Is given the number of open sockets, to be asked. */
  onSockets?: (count: () => number) => void;
  /** Is aborted some time before the server is closed: from then on others shall be asked. */
  leaving?: AbortSignal;
}

/**
 * Creates the provider's HTTP server (product 7, 8): all routes under `/api`, `/tracking` and the root,
 * `/health` with its two probes, `/openapi.json` and the websocket `/ws`. It does not listen yet, and reads nothing from the
 * process's environment.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = makeApp(options);
  await addPlugins(app, options);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store").header("x-request-id", request.id);
    // Who keeps connections looks for another process with its next request.
    if (options.leaving?.aborted) reply.header("connection", "close");
  });
  app.addHook("onResponse", logCall);
  addSockets(app, options);
  app.setErrorHandler((error, request, reply) => answerError(error as Error, request, reply));
  app.setNotFoundHandler(answerNotFound);
  addRoutes(app, options);
  const { database, standby, now = clock, config } = options;
  addDescriptions(app, routes, { database, standby, now, factorGroup: config.factorGroup });
  addHealth(app, { database: options.database, target: options.target, leaving: options.leaving });
  return app;
}

function makeApp({ config, log }: ServerOptions): FastifyInstance {
  const trusted = ["loopback", ...config.trustedProxies];
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    trustProxy: trusted,
    bodyLimit: BODY_LIMIT_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { shouldUpgradeCallback: isSocketRequest },
    // Requests that arrive while the server closes are answered; their connections are closed then.
    return503OnClosing: false,
    genReqId: requestIds(trusted),
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
    clientErrorHandler: answerBroken,
  }) as unknown as FastifyInstance;
}

/**
 * Answers a request that the HTTP parser rejected: language and route are not known, there is only a socket.
 */
function answerBroken(error: ConnectionError, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status =
    error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
  const body = JSON.stringify(envelope(CODE_INVALID, message("malformedRequest", "en"), null));
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

async function addPlugins(
  app: FastifyInstance,
  { database, maxLoopDelayMs = MAX_EVENT_LOOP_DELAY_MS }: ServerOptions,
): Promise<void> {
  await app.register(formbody);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    // Set by the proxy that ends TLS; inside a network the provider speaks plain HTTP.
    strictTransportSecurity: false,
  });
  await app.register(underPressure, {
    maxEventLoopDelay: maxLoopDelayMs,
    sampleInterval: PRESSURE_SAMPLE_MS,
    retryAfter: 5,
  });
  await app.register(rateLimit, {
    global: false,
    store: sharedLimits(database),
    // A call that the database cannot count, it cannot answer either.
    skipOnError: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: Math.ceil(ttl / 1000) } }),
  });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    // A call without a body may still have a JSON content type.
    if (body.length === 0) done(null, {});
    // Read leniently, letters of another encoding would be lost without a word.
    else if (!isUtf8(body as Buffer))
      done(new Refusal(CODE_INVALID, "bodyEncoding", { status: CODE_INVALID }));
    else parseJson(request, body.toString(), done);
  });
}

/**
 * Logs the pattern of the path, never the URL: query strings hold tokens and customers' numbers (product
 * 8.6).
 */
async function logCall(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { url: route = "unknown" } = request.routeOptions;
  const seconds = reply.elapsedTime / 1000;
  tellWork("request", { route, method: request.method, status: reply.statusCode, seconds });
  request.log[isProbe(route) ? "debug" : "info"]({
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    userId: callerOf(request)?.userId,
    apiKey: callerOf(request)?.program?.keyId,
    carrier: holderOf(request)?.name,
  });
}

function addSockets(
  app: FastifyInstance,
  { database, target, config, log, now = clock, onSockets }: ServerOptions,
): void {
  const socketServer = startSocketServer({ database, target, origins: config.socketOrigins, log, now });
  onSockets?.(socketServer.count);
  socketServer.attach(app.server);
  app.addHook("onClose", () => socketServer.stop());
  app.addHook("preClose", async () => {
    const { drainSeconds = 0, stopSeconds = 25 } = config;
    await socketServer.closeSockets(drainSeconds > 0 ? SOCKETS_LEAVE_MS : 0);
    endConnections(app.server, stopSeconds * 1000);
  });
}

function addRoutes(
  app: FastifyInstance,
  { database, standby, files, secretKeys, config, now = clock }: ServerOptions,
): void {
  const { publicUrl, outside = { privateHosts: [], dnsServers: [] }, streamedRows = STREAMED_ROWS } = config;
  const { mailDomains = [], productName, factorGroup } = config;
  const secrets = secretBox(secretKeys);
  const news = { user: routeOf(getUser), unread: routeOf(unreadCount), waiting: countWaiting };
  const shared = {
    database,
    standby,
    files,
    secrets,
    publicUrl,
    outside,
    streamedRows,
    mailDomains,
    productName,
    factorGroup,
    now,
    news,
  };
  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: servicePrefixes[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      bodyLimit: route.bodyLimit ?? BODY_LIMIT_BYTES,
      config:
        route.callsPerMinute && config.isRateLimited
          ? { rateLimit: { max: route.callsPerMinute, timeWindow: "1 minute" } }
          : {},
      onRequest: (request, reply) =>
        asCall(`${endpoint.name} admit`, request, () => admitCall(route, request, reply, shared)),
      preValidation: async (request) => {
        checkInputShape(request.query);
        checkInputShape(request.body, route.bodyValues);
      },
      handler: (request, reply) =>
        asCall(endpoint.name, request, () => answerCall(route, request, reply, shared)),
    });
  }
}

function routeOf(endpoint: Endpoint): Route {
  const route = routes.find((route) => route.endpoint === endpoint);
  if (!route) throw new Error(`No route answers ${endpoint.name}`);
  return route;
}
