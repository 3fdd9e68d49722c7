import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import formbody from "@fastify/formbody";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from "fastify";
import { type Kysely, sql } from "kysely";
import type { Logger } from "pino";
import {
  CODE_FAILURE,
  CODE_FORBIDDEN,
  CODE_INVALID,
  CODE_NOT_FOUND,
  CODE_SUCCESS,
  CODE_TOO_MANY,
  isAccountStateCode,
} from "#app/contract/code.ts";
import type { Envelope } from "#app/contract/envelope.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import type { Language } from "#app/contract/user.ts";
import { bookingRoutes } from "../bookings/routes.ts";
import type { ProviderConfig } from "../config.ts";
import { CommitUnknownError, isConnectionLost, withRetry } from "../db/database.ts";
import type { ConnectionSettings } from "../db/embedded.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../files/store.ts";
import { identityRoutes } from "../identity/routes.ts";
import { type MessageKey, message } from "../message.ts";
import { messageRoutes } from "../messages/routes.ts";
import { quoteRoutes } from "../quotes/routes.ts";
import { realtimeRoutes } from "../realtime/routes.ts";
import { isSocketRequest, startSocketServer } from "../realtime/socket-server.ts";
import { shipmentRoutes } from "../shipments/routes.ts";
import { bearerTokenOf, loadCaller } from "./caller.ts";
import { attachment } from "./content-disposition.ts";
import {
  type Caller,
  type CallerContext,
  type FileAnswer,
  Refusal,
  type Route,
  servicePrefixes,
} from "./handler.ts";
import { runWrite } from "./idempotency.ts";
import { readInput } from "./input.ts";
import { openApiDocument } from "./openapi.ts";
import { readUpload } from "./upload.ts";

const BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_EVENT_LOOP_DELAY_MS = 3_000;
// A sample without a reading counts as endless delay: one long task would refuse everybody for a second.
const PRESSURE_SAMPLE_MS = 5_000;
// Longer than the portal keeps an idle connection, so that it never writes into one that is just being closed.
const KEEP_ALIVE_MS = 75_000;
const REQUEST_TIMEOUT_MS = 120_000;
// A slow reader of a download does not hold up the end for longer.
const CLOSE_GRACE_MS = 25_000;
const UPLOAD_LIMITS = { fileBytes: LIMITS.attachmentBytes, files: LIMITS.attachments };
const DATABASE_CHECK_MS = 2_000;

/** Every call that this provider answers. */
export const routes: readonly Route[] = [
  ...identityRoutes,
  ...shipmentRoutes,
  ...quoteRoutes,
  ...bookingRoutes,
  ...messageRoutes,
  ...realtimeRoutes,
];

export interface ServerOptions {
  database: Kysely<Database>;
  /** The same database, for the connection that listens to what other processes do. */
  target: ConnectionSettings | string;
  files: FileStore;
  config: Pick<ProviderConfig, "publicUrl" | "trustedProxies" | "isRateLimited" | "socketOrigins">;
  log: Logger;
  now?: () => Date;
}

/**
 * The provider's HTTP face (spec 7, 8): all routes under `/api`, `/tracking` and the root, `/health`,
 * `/openapi.json` and the websocket `/ws`. Not listening yet; nothing is read from the process's environment.
 */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { database, target, files, config, log, now = () => new Date() } = options;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    trustProxy: ["loopback", ...config.trustedProxies],
    bodyLimit: BODY_LIMIT_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { shouldUpgradeCallback: isSocketRequest },
    // What still comes in while the server closes is answered; its connection is closed then.
    return503OnClosing: false,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply as FastifyReply),
    clientErrorHandler(error, socket) {
      // The parser gave up before there was a request: no language, no route, only a socket.
      if (!socket.writable || (error as NodeJS.ErrnoException).code === "ECONNRESET") return socket.destroy();
      const status =
        error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
      const body = JSON.stringify(envelope(CODE_INVALID, message("malformedRequest", "en"), null));
      socket.end(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      );
    },
  }) as unknown as FastifyInstance;

  await app.register(formbody);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    // Set by whoever ends the TLS; a provider inside a network speaks plain HTTP.
    strictTransportSecurity: false,
  });
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    sampleInterval: PRESSURE_SAMPLE_MS,
    retryAfter: 5,
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(CODE_TOO_MANY, "tooMany", { values: { seconds: Math.ceil(ttl / 1000) } }),
  });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // A call without fields may still say that it is JSON.
    if (body === "") done(null, {});
    else parseJson(request, body as string, done);
  });

  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store").header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    // The pattern of the path, never the address: queries hold tokens and numbers of customers (settled).
    request.log.info({
      method: request.method,
      route: request.routeOptions.url ?? "unknown",
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: callers.get(request)?.userId,
    });
  });
  const socketServer = startSocketServer({ database, target, origins: config.socketOrigins, log, now });
  socketServer.attach(app.server);
  app.addHook("onClose", () => socketServer.stop());
  app.addHook("preClose", async () => {
    socketServer.closeSockets();
    // A connection whose last answer leaves after the close began would stay open, idle, and hold up the end.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50).unref();
    const giveUp = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS).unref();
    app.server.once("close", () => {
      clearInterval(closing);
      clearTimeout(giveUp);
    });
  });
  app.setErrorHandler((error, request, reply) => answerError(error as Error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(envelope(CODE_NOT_FOUND, message("notFound", languageOf(request)), null)),
  );

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
      handler: (request, reply) => answer(route, request, reply),
    });
  }
  app.get("/openapi.json", () => openApiDocument());
  app.get("/health", async (request, reply) => {
    const isReady = await Promise.race([
      sql`select 1`.execute(database).then(
        () => true,
        (error) => {
          request.log.warn({ err: error }, "The database does not answer");
          return false;
        },
      ),
      sleep(DATABASE_CHECK_MS, false, { ref: false }),
    ]);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ok" : "unavailable" });
  });

  async function answer(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const notBefore = route.answersAfterMs && sleep(route.answersAfterMs);
    try {
      const work = () => run(route, request, reply);
      return await (route.inPlace?.(work) ?? work());
    } finally {
      await notBefore;
    }
  }

  async function run(route: Route, request: FastifyRequest, reply: FastifyReply) {
    const { endpoint } = route;
    const language = languageOf(request);
    const time = now();
    const bearerToken = bearerTokenOf(request.headers.authorization);
    let caller: Caller | null = null;
    if (endpoint.access !== "public") {
      caller = await withRetry(() => loadCaller(database, bearerToken, time));
      callers.set(request, caller);
      if (endpoint.access === "staff" && !caller.isForwarder) throw new Refusal(CODE_FORBIDDEN, "forbidden");
      if (route.isForSomeRoles && !caller.resourceUrls.includes(endpoint.path))
        throw new Refusal(CODE_FORBIDDEN, "forbidden");
    }
    const isUpload = endpoint.body === "multipart";
    const upload = isUpload ? await readUpload(request, UPLOAD_LIMITS) : null;
    const input = readInput(endpoint, request, language, upload?.fields);
    const call = async (db: Kysely<Database>) => {
      const context = {
        db,
        caller,
        language,
        bearerToken,
        now: time,
        clientAddress: request.ip,
        publicUrl: config.publicUrl,
        files,
        upload,
        idempotencyKey: idempotencyKeyOf(request),
        log: request.log as Logger,
      };
      const given = await route.run(input, context as CallerContext);
      return endpoint.answer === "file" ? given : checkAnswer(route, given);
    };
    const data = isUpload
      ? await call(database)
      : endpoint.isWrite
        ? await runWrite(
            database,
            {
              scope: caller ? `user:${caller.userId}` : "public",
              key: idempotencyKeyOf(request),
              endpoint: endpoint.name,
              input,
              isAnswerSecret: route.isAnswerSecret ?? false,
            },
            call,
          )
        : await withRetry(() => call(database));
    if (endpoint.answer === "file") {
      const file = data as FileAnswer;
      reply.type(file.contentType).header("content-disposition", attachment(file.fileName));
      return file.body;
    }
    // A kept answer comes back from jsonb with its keys in another order; the shape puts them right.
    return envelope(CODE_SUCCESS, message("ok", language), checkAnswer(route, data));
  }

  return app;
}

const callers = new WeakMap<FastifyRequest, Caller>();

function languageOf(request: FastifyRequest): Language {
  const given = request.headers.language ?? request.headers["accept-language"];
  return String(given ?? "")
    .trim()
    .toLowerCase()
    .startsWith("zh")
    ? "zh"
    : "en";
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const given = request.headers["idempotency-key"];
  return given === undefined ? null : String(given);
}

function envelope(code: number, text: string, data: unknown): Envelope {
  return { code, message: text, data };
}

function checkAnswer(route: Route, data: unknown): unknown {
  const parsed = route.endpoint.response.safeParse(data);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`The answer of ${route.endpoint.name} breaks its contract: ${faults.join("; ")}`);
}

/** HTTP statuses: see app/decisions/2026-11-20-envelope-and-status.md. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const language = languageOf(request);
  const send = (status: number, code: number, key: MessageKey) =>
    reply.code(status).send(envelope(code, message(key, language), null));

  if (error instanceof Refusal) {
    const status = isAccountStateCode(error.code) ? 401 : error.code === CODE_TOO_MANY ? 429 : 200;
    return reply
      .code(status)
      .send(envelope(error.code, message(error.messageKey, language, error.values), error.data));
  }
  const { statusCode } = error as { statusCode?: number };
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return send(statusCode, CODE_INVALID, statusCode === 413 ? "tooLarge" : "malformedRequest");
  if (statusCode === 503 || isUnavailable(error)) {
    request.log.warn({ err: error }, "Not available");
    reply.header("retry-after", "5");
    return send(503, CODE_FAILURE, "unavailable");
  }
  request.log.error({ err: error }, "Failed");
  return send(500, CODE_FAILURE, "failure");
}

/** The database is away, or gave up in time: it may well answer later. */
function isUnavailable(error: Error): boolean {
  const { code } = error as { code?: string };
  return (
    isConnectionLost(error) ||
    error instanceof CommitUnknownError ||
    code === "57014" ||
    code === "53300" ||
    /^timeout exceeded when trying to connect|^Query read timeout/.test(error.message)
  );
}
