import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { CARRIER_KEY_HEADER } from "#app/contract/carrier-key.ts";
import { CODE_FACTOR_DUE, CODE_FORBIDDEN, CODE_SUCCESS } from "#app/contract/code.ts";
import type { Envelope } from "#app/contract/envelope.ts";
import { LIMITS } from "#app/contract/freight-code.ts";
import type { FactorGroup } from "#app/contract/second-factor.ts";
import { attachment } from "#app/lib/content-disposition.ts";
import { discardUnread } from "#app/lib/unread-body.ts";
import type { Outside } from "../config.ts";
import { transaction, withRetry } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import type { Standby } from "../db/standby.ts";
import type { FileStore } from "../file-store/store.ts";
import { recordSecurity } from "../security-log/record.ts";
import { message } from "../texts/message.ts";
import { bearerTokenOf, loadCaller, noteUse } from "./caller.ts";
import { type NewsRoutes, newsOf } from "./caller-news.ts";
import { checkAnswer } from "./check-answer.ts";
import { type Caller, type CallerContext, reading } from "./context.ts";
import { envelope, languageOf } from "./failure.ts";
import { type KeyRow, runWrite } from "./idempotency.ts";
import { readInput } from "./input.ts";
import type { KeyHolder, KeyUse } from "./key-door.ts";
import { refuseOthers, refuseSeen, refuseUnproved, seenOnly } from "./needs.ts";
import { isApiKey, isRefusalDue, loadProgram, refuseBeyondScopes } from "./program.ts";
import { Refusal } from "./refusal.ts";
import type { FileAnswer, QueuedAnswer, Route } from "./route.ts";
import { scopeOf } from "./scope.ts";
import type { SecretBox } from "./secret-box.ts";
import { readUpload } from "./upload.ts";

const UPLOAD_LIMITS = { fileBytes: LIMITS.attachmentBytes, files: LIMITS.attachments };

/** Options that all calls of a server share. */
export interface AnswerOptions {
  database: Kysely<Database>;
  standby?: Standby | undefined;
  files: FileStore;
  /** Address of the portal for browsers, without a slash at the end. */
  publicUrl: string;
  secrets: SecretBox;
  outside: Outside;
  streamedRows: number;
  mailDomains?: readonly string[];
  productName?: string | undefined;
  /** Of whom the operator requires a second factor; of nobody without it. */
  factorGroup?: FactorGroup | undefined;
  now: () => Date;
  news: NewsRoutes;
}

type CallerOptions = Pick<AnswerOptions, "database" | "standby" | "now" | "factorGroup">;

/**
 * Checks the caller and their rights before any of the body is read, so that a stranger's body is never
 * parsed. `answerCall` continues with the caller found here.
 * @throws Refusal of the bearer token, or 403
 */
export async function admitCall(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AnswerOptions,
): Promise<void> {
  if (route.endpoint.access === "public") return;
  const key = route.keys && request.headers[CARRIER_KEY_HEADER];
  if (route.keys && typeof key === "string") {
    const length = Number(request.headers["content-length"] ?? Number.NaN);
    const use = keyUseOf(request, options);
    holders.set(request, await route.keys.admit(key, Number.isNaN(length) ? null : length, use));
    return;
  }
  const load = () => callerAt(request, reply, options);
  try {
    const caller = await (route.runInSlot?.(load) ?? load());
    callers.set(request, caller);
    refuseBeyondScopes(route, caller);
    refuseOthers(route, caller);
    refuseSeen(route, caller);
    refuseUnproved(route, caller, options.now());
    await noteUseOf(caller, request, options);
  } catch (error) {
    await recordRefusal(error, route, request, options);
    throw error;
  }
}

/**
 * Who calls, by the token of a session or the key of a program.
 * @throws Refusal as `loadCaller` and `loadProgram`
 */
function callerAt(request: FastifyRequest, reply: FastifyReply, options: CallerOptions): Promise<Caller> {
  const token = bearerTokenOf(request.headers.authorization);
  const tellLimit = (headers: Record<string, string>) => void reply.headers(headers);
  const isStandbyRead = options.standby !== undefined;
  return withRetry(() =>
    isApiKey(token)
      ? loadProgram(token, { ...keyUseOf(request, options), tellLimit, isStandbyRead })
      : loadCaller(options.database, token, options.now(), isStandbyRead, options.factorGroup),
  );
}

/**
 * For what is no call of the contract, and for the forwarder's people and programs only.
 * @throws Refusal of the bearer token, or 403
 */
export async function admitForwarder(
  request: FastifyRequest,
  reply: FastifyReply,
  options: CallerOptions,
): Promise<void> {
  const caller = await callerAt(request, reply, options);
  callers.set(request, caller);
  if (!caller.isForwarder) throw new Refusal(CODE_FORBIDDEN, "forbidden");
  if (caller.session?.isFactorDue) throw new Refusal(CODE_FACTOR_DUE, "factorDue");
}

/** Longer names are cut: nobody reads them, and they come from anybody. */
const USER_AGENT_LENGTH = 300;

function userAgentOf({ headers }: FastifyRequest): string {
  return (headers["user-agent"] ?? "").slice(0, USER_AGENT_LENGTH);
}

/** A call does not fail because its time could not be noted. */
async function noteUseOf(caller: Caller, request: FastifyRequest, options: AnswerOptions): Promise<void> {
  const use = { now: options.now(), clientAddress: request.ip, userAgent: userAgentOf(request) };
  await noteUse(options.database, caller, use).catch((fault) =>
    request.log.warn({ err: fault }, "The last use of a session could not be stored"),
  );
}

function admitted(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (!caller) throw new Error("A call that needs a caller was answered without checking who calls");
  return caller;
}

/**
 * Answers a call that `admitCall` has admitted: reads the input, runs the handler, checks the answer against
 * the contract.
 * @throws Refusal, and whatever the handler throws; `answerError` makes envelopes of both
 */
export async function answerCall(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AnswerOptions,
): Promise<Envelope | FileAnswer["body"]> {
  const notBefore = route.answersAfterMs && sleep(route.answersAfterMs);
  try {
    const work = () => run(route, request, reply, options);
    return await (route.runInSlot?.(work) ?? work());
  } catch (error) {
    await recordRefusal(error, route, request, options);
    throw error;
  } finally {
    if (route.endpoint.body === "multipart") discardUnread(request.raw);
    await notBefore;
  }
}

/** Writes a refused permission to the security log, outside the transaction that the refusal rolled back. */
async function recordRefusal(
  error: unknown,
  { endpoint }: Route,
  request: FastifyRequest,
  { database, now }: AnswerOptions,
): Promise<void> {
  const caller = callers.get(request);
  if (!caller || !(error instanceof Refusal) || error.code !== CODE_FORBIDDEN) return;
  const seer = caller.session?.seenBy;
  const context = { db: database, now: now(), clientAddress: seer ? "" : request.ip };
  const by: Record<string, string> = {
    ...(seer && { by: seer.userName, byId: seer.userId }),
    ...(caller.program && { key: caller.program.keyId }),
  };
  const record = async () => {
    if (caller.program && !(await isRefusalDue(caller.program, database, context.now))) return;
    await recordSecurity(context, "call.refused", caller, { ...by, call: endpoint.name });
  };
  await record().catch((fault) =>
    request.log.warn({ err: fault }, "A refusal could not be written to the security log"),
  );
}

/** The caller; undefined for a public call, and for a call that was refused before its caller was known. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request);
}

/** Whose key called; undefined when a person did. */
export function holderOf(request: FastifyRequest): KeyHolder | undefined {
  return holders.get(request);
}

const callers = new WeakMap<FastifyRequest, Caller>();
const holders = new WeakMap<FastifyRequest, KeyHolder>();

function keyUseOf(
  request: FastifyRequest,
  { database, now }: Pick<AnswerOptions, "database" | "now">,
): KeyUse {
  return { database, now: now(), clientAddress: request.ip };
}

async function run(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AnswerOptions,
): Promise<Envelope | FileAnswer["body"]> {
  const { database, standby, files, publicUrl, secrets, outside, streamedRows, mailDomains, now } = options;
  const { productName } = options;
  const { endpoint } = route;
  const language = languageOf(request);
  const time = now();
  const bearerToken = bearerTokenOf(request.headers.authorization);
  const holder = holders.get(request) ?? null;
  const caller = endpoint.access === "public" || holder ? null : admitted(request);
  const scope = caller && route.needs && scopeOf(caller, route.needs.reach);
  const upload = endpoint.body === "multipart" ? await readUpload(request, UPLOAD_LIMITS) : null;
  const input = readInput(endpoint, request, language, upload?.fields);
  if (holder) await route.keys?.spend(holder, input, keyUseOf(request, options));
  const idempotencyKey = idempotencyKeyOf(request);
  const reads = caller ? standby?.readsAt(caller.position) : undefined;
  const contextOn = (db: Kysely<Database>) =>
    ({
      db,
      caller,
      holder,
      scope,
      language,
      bearerToken,
      publicUrl,
      secrets,
      outside,
      files,
      upload,
      idempotencyKey,
      streamedRows,
      mailDomains,
      productName,
      reads,
      now: time,
      clientAddress: request.ip,
      userAgent: userAgentOf(request),
      log: request.log as Logger,
    }) as CallerContext;
  const call = async (db: Kysely<Database>) => {
    const result = await route.run(input, contextOn(db));
    return endpoint.answer === "file" ? result : checkAnswer(route, result);
  };
  const atOnce = (key: KeyRow) => route.runAtOnce!(input, contextOn(database), key);
  const tellNews = newsOf(options.news, route, request.headers, contextOn(database));
  const write = {
    scope: holder ? `key:${holder.name}` : caller ? writerOf(caller) : "public",
    key: idempotencyKey,
    endpoint: endpoint.name,
    input,
    isAnswerSecret: route.isAnswerSecret ?? false,
  };
  // An upload keeps its own idempotency records, because a transaction must not wait for bytes from the
  // network.
  const from = readFrom(route, contextOn(database));
  const data = upload
    ? await call(database)
    : await (endpoint.isWrite
        ? runWrite(database, write, call, route.runAtOnce && atOnce)
        : withRetry(() => (isReadOnly(route, caller) ? readOnly(from, call) : call(from))));
  if (endpoint.answer === "file") {
    const file = data as FileAnswer | QueuedAnswer;
    if ("exportJob" in file) return envelope(CODE_SUCCESS, message("exportQueued", language), file);
    reply.type(file.contentType).header("content-disposition", attachment(file.fileName));
    return file.body;
  }
  // jsonb does not keep the order of keys: parsing a kept answer restores the contract's order.
  const answer = endpoint.isWrite ? checkAnswer(route, data) : data;
  reply.headers(await tellNews(answer));
  return envelope(CODE_SUCCESS, message("ok", language), answer);
}

/** A standby where the whole call only reads. */
const readFrom = (route: Route, context: CallerContext) =>
  (route.reads === "standby" ? reading(context) : context).db;

/** Whose idempotency keys a call uses: those of a program are its own. */
const writerOf = ({ userId, program }: Caller) => (program ? `apiKey:${program.keyId}` : `user:${userId}`);

/** A file is sent after its call, when a transaction has ended. */
function isReadOnly({ endpoint, needs }: Route, caller: Caller | null): boolean {
  return Boolean(caller?.session?.seenBy) && endpoint.answer !== "file" && needs?.seen !== "also";
}

/** A read that writes as well (a ticket, what was opened last) is refused by the database itself. */
async function readOnly<T>(
  database: Kysely<Database>,
  call: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(database, call, { isReadOnly: true });
  } catch (error) {
    throw (error as { code?: string }).code === READ_ONLY_TRANSACTION ? seenOnly() : error;
  }
}
const READ_ONLY_TRANSACTION = "25006";

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  return key === undefined ? null : String(key);
}
