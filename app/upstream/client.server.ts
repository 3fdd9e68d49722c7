import type { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import { CODE_FAILURE, CODE_FORBIDDEN, CODE_SUCCESS, CODE_TOO_MANY } from "#app/contract/code.ts";
import type { Endpoint } from "#app/contract/endpoint.ts";
import { type Envelope, envelope } from "#app/contract/envelope.ts";
import { queuedExport } from "#app/contract/list-file.ts";
import { retryAfterSeconds } from "#app/lib/retry-after.ts";
import { callWithRetries, codeOf, isBroken } from "./attempts.server.ts";
import {
  type UnavailableReason,
  UpstreamAccountState,
  UpstreamRefused,
  UpstreamUnavailable,
} from "./error.ts";
import { exchange, type ProviderAnswer } from "./exchange.server.ts";
import { forgetLacking, isNamedLacking } from "./lacking.server.ts";
import { observedCall } from "./observed-call.server.ts";
import { busy, codeIn, HTTP_UNAUTHORIZED, isOfRecord, lackingStatuses, refusalOf } from "./refusal.server.ts";
import { requestFor, type UpstreamCaller } from "./request.ts";
import type { ReadingNote } from "./scalar-reading.ts";
import { readTolerantly } from "./tolerant-reading.ts";
import { isUpstreamError, unavailable } from "./unavailable.server.ts";

const bases = { api: env.API_URL, tracking: env.TRACKING_API_URL, root: env.PROVIDER_URL } as const;
const requestOf = requestFor(bases);

/** A larger answer is refused. */
export const ANSWER_MAX_BYTES = 20 * 1024 * 1024;

/**
 * Calls the provider (product 7.1, 8, 9.1) and returns the envelope's `data`, checked by the endpoint's
 * schema.
 * @throws only the classes of `error.ts`, or the reason of `caller.signal` when the client has disconnected
 */
export function call<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  input: z.input<Req>,
  caller: UpstreamCaller,
): Promise<z.output<Res>> {
  // Only a write has no data.
  return callToWrite(endpoint, input, caller, {}) as Promise<z.output<Res>>;
}

/**
 * `call` for a write: null when it succeeded without readable data, which the page then requests or does without.
 * `key` is the Idempotency-Key: the form's request id.
 */
export async function callToWrite<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  input: z.input<Req>,
  caller: UpstreamCaller,
  options: { key?: string },
): Promise<z.output<Res> | null> {
  refuseLacking(endpoint);
  return observedCall(endpoint.name, () => callOnce(endpoint, input, caller, options));
}

async function callOnce<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  input: z.input<Req>,
  caller: UpstreamCaller,
  options: { key?: string },
): Promise<z.output<Res> | null> {
  const request = requestOf(endpoint, input, caller, options.key);
  const answered = callWithRetries(endpoint, caller, options.key, async (signal) => {
    const answer = await exchange(request, signal);
    return { answer, body: await readJson(endpoint, answer) };
  });
  if (endpoint.access !== "public")
    caller.news?.hear(
      endpoint.name,
      answered.then(
        ({ answer }) => answer.headers,
        () => null,
      ),
    );
  const { answer, body } = await answered;
  return withWait(answer, () => dataOf(endpoint, answer, body, isOfRecord(endpoint, input)));
}

/**
 * Makes a call whose answer is a file, and returns the stream with its headers. An envelope instead of a file
 * is a refusal, or says that a job makes the file. The time-out applies to the first byte only, because the download depends on the client's
 * speed.
 */
export async function callForFile<Req extends z.ZodType>(
  endpoint: Endpoint<Req>,
  input: z.input<Req>,
  caller: UpstreamCaller,
): Promise<CalledFile> {
  const file = await callForExport(endpoint, input, caller);
  if (!file) throw unavailable(endpoint, "malformed", "a job in place of a file");
  return file;
}

/** `callForFile` for a list of any length: null where a job makes the file, of which the person hears later. */
export async function callForExport<Req extends z.ZodType>(
  endpoint: Endpoint<Req>,
  input: z.input<Req>,
  caller: UpstreamCaller,
): Promise<CalledFile | null> {
  refuseLacking(endpoint);
  return observedCall(endpoint.name, () => fileOf(endpoint, input, caller));
}

interface CalledFile {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentDisposition: string | null;
}

async function fileOf<Req extends z.ZodType>(
  endpoint: Endpoint<Req>,
  input: z.input<Req>,
  caller: UpstreamCaller,
): Promise<CalledFile | null> {
  const request = requestOf(endpoint, input, caller, undefined);
  const answer = await callWithRetries(endpoint, caller, undefined, (signal) =>
    fetch(request.url, { ...request.init, signal }),
  );
  const contentType = answer.headers.get("content-type") ?? "application/octet-stream";
  if (contentType.startsWith("application/json")) {
    const { code, message, data } = envelopeOf(endpoint, answer, await readJson(endpoint, answer));
    if (code === CODE_SUCCESS && queuedExport.safeParse(data).success) return null;
    throw refusalOf(endpoint, answer.status, { code, message, data }, isOfRecord(endpoint, input));
  }
  const contentDisposition = answer.headers.get("content-disposition");
  // A page without a name is of some program between, not a file.
  const isPage = contentType.startsWith("text/html") && contentDisposition === null;
  if (!answer.ok || !answer.body || isPage) {
    await answer.body?.cancel();
    if (answer.status === CODE_TOO_MANY) throw busy(endpoint);
    throw unavailable(endpoint, reasonOfStatus(answer.status), `status ${answer.status}`);
  }
  forgetLacking(endpoint.name);
  return { body: answer.body, contentType, contentDisposition };
}

/**
 * Uploads a body as a stream, without keeping it. It cannot be retried, because the stream is consumed. The
 * time-out counts from the last chunk, so that slow connections work.
 */
export async function callWithBody<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  file: { stream: ReadableStream<Uint8Array>; contentType: string; length: string | null },
  caller: UpstreamCaller,
  options: { key?: string },
): Promise<z.output<Res> | null> {
  refuseLacking(endpoint);
  return observedCall(endpoint.name, () => sendBody(endpoint, file, caller, options));
}

async function sendBody<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  file: { stream: ReadableStream<Uint8Array>; contentType: string; length: string | null },
  caller: UpstreamCaller,
  options: { key?: string },
): Promise<z.output<Res> | null> {
  const { url, init } = requestOf(endpoint, {}, caller, options.key);
  const headers: Record<string, string> = { ...init.headers, "content-type": file.contentType };
  if (file.length !== null) headers["content-length"] = file.length;
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const isAlive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), endpoint.timeoutMs);
  };
  const pieces = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      isAlive();
      controller.enqueue(piece);
    },
  });
  isAlive();
  try {
    const signals = [silence.signal, ...(caller.signal ? [caller.signal] : [])];
    const answer = await fetch(url, {
      ...init,
      headers,
      body: file.stream.pipeThrough(pieces),
      duplex: "half",
      signal: AbortSignal.any(signals),
    } as RequestInit);
    const body = await readJson(endpoint, answer);
    return withWait(answer, () => dataOf(endpoint, answer, body, true));
  } catch (error) {
    if (caller.signal?.aborted) throw caller.signal.reason;
    if (isUpstreamError(error)) throw error;
    if (silence.signal.aborted) throw unavailable(endpoint, "timeout", `${endpoint.timeoutMs} ms`, error);
    const isLost = isBroken(error);
    throw unavailable(endpoint, isLost ? "lost" : "unreachable", codeOf(error), error);
  } finally {
    clearTimeout(timer);
  }
}

/** Adds the answer's Retry-After (seconds or an HTTP date) to an error. */
function withWait<T>({ status, headers }: ProviderAnswer, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isWaiting = error instanceof UpstreamRefused || error instanceof UpstreamUnavailable;
    if (isWaiting && (status === 429 || status === 503))
      error.retryAfterSeconds = secondsToWait(headers.get("retry-after"));
    throw error;
  }
}

/** A longer Retry-After is an outage, for which the person should try earlier. */
const LONGEST_WAIT_S = 3_600;

function secondsToWait(header: string | null): number | null {
  const seconds = retryAfterSeconds(header);
  return seconds === null ? null : Math.min(Math.ceil(seconds), LONGEST_WAIT_S);
}

/** The envelope's `data`: parsed by the strict schema, and tolerantly if that fails; null of a write without it. */
function dataOf<Res extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, Res>,
  answer: ProviderAnswer,
  body: unknown,
  isRecord: boolean,
): z.output<Res> | null {
  const wrapped = envelopeOf(endpoint, answer, body);
  if (wrapped.code !== CODE_SUCCESS) throw refusalOf(endpoint, answer.status, wrapped, isRecord);
  if (!answer.ok) throw unavailable(endpoint, "malformed", "success in an answer that says failure");
  forgetLacking(endpoint.name);
  const checked = endpoint.response.safeParse(wrapped.data ?? null);
  if (checked.success) return checked.data;
  if (endpoint.isWrite && isEmpty(wrapped.data)) return null;
  const read = readTolerantly(endpoint.response, wrapped.data);
  logNotes(endpoint, read.notes);
  if (read.isRead) return read.data;
  if (endpoint.isWrite) return null;
  const paths = checked.error.issues.map((issue) => issue.path.join("."));
  throw unavailable(endpoint, "malformed", `wrong shape: ${paths.join(" ")}`);
}

const isEmpty = (data: unknown) =>
  typeof data !== "object" || data === null ? typeof data !== "string" : Object.keys(data).length === 0;

const NOTES_TOLD = 10;
const logged = new Set<string>();
const TOLD_MOST = 2_000;

/**
 * Logged once for each call and path, because such a provider answers the same each time; lost rows are
 * logged each time.
 */
function logNotes(endpoint: Endpoint, notes: ReadingNote[]): void {
  const fresh = notes.flatMap(({ path, kind }) => {
    const place = `${endpoint.name} ${path.replace(/\.\d+/g, "[]")} ${kind}`;
    if (kind !== "row" && (logged.has(place) || logged.size >= TOLD_MOST)) return [];
    logged.add(place);
    return [`${path || "data"}: ${kind}`];
  });
  if (fresh.length === 0) return;
  const isRowLost = notes.some(({ kind }) => kind === "row");
  const detail = fresh.slice(0, NOTES_TOLD).join(", ");
  log[isRowLost ? "warn" : "info"]({ call: endpoint.name, places: fresh.length, detail }, "read tolerantly");
}

/** The envelope; a missing code is derived from the HTTP status. */
function envelopeOf(endpoint: Endpoint, { status }: ProviderAnswer, body: unknown): Envelope {
  const wrapped = envelope.safeParse(body);
  if (wrapped.success) return wrapped.data;
  if (typeof body !== "object" || body === null) throw unavailable(endpoint, "malformed", "no envelope");
  const fields = body as { code?: unknown; message?: unknown; data?: unknown };
  const message = typeof fields.message === "string" ? fields.message : "";
  const code = codeIn(fields.code) ?? codeOfStatus(endpoint, status, message);
  if (code === null) throw unavailable(endpoint, reasonOfStatus(status), `no envelope, status ${status}`);
  return { code, message, data: fields.data };
}

function codeOfStatus({ access }: Endpoint, status: number, message: string): number | null {
  if (status === 401 && access !== "public") return HTTP_UNAUTHORIZED;
  if (status === 403) return CODE_FORBIDDEN;
  if (status === CODE_TOO_MANY) return CODE_TOO_MANY;
  if (status < 400 || lackingStatuses.has(status) || status === 502 || status === 503 || status === 504)
    return null;
  if (message === "") return null;
  return status >= 500 ? CODE_FAILURE : status;
}

function refuseLacking(endpoint: Endpoint): void {
  if (isNamedLacking(endpoint.name)) throw unavailable(endpoint, "lacking", "named in PROVIDER_LACKS");
}

function reasonOfStatus(status: number): UnavailableReason {
  if (status === 504) return "timeout";
  if (lackingStatuses.has(status)) return "lacking";
  return status === 502 || status === 503 ? "lost" : "malformed";
}

/**
 * Reads JSON of at most `ANSWER_MAX_BYTES`; a proxy's HTML page instead means that the provider cannot be
 * reached.
 */
async function readJson(endpoint: Endpoint, answer: ProviderAnswer): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX_BYTES) throw unavailable(endpoint, "malformed", "answer too large");
    chunks.push(chunk);
  }
  try {
    return JSON.parse(
      Buffer.concat(chunks)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    );
  } catch {
    if (answer.status === 401 && endpoint.access !== "public")
      throw new UpstreamAccountState(HTTP_UNAUTHORIZED, "");
    return withWait(answer, () => {
      if (answer.status === CODE_TOO_MANY) throw busy(endpoint);
      throw unavailable(endpoint, reasonOfStatus(answer.status), `no JSON, status ${answer.status}`);
    });
  }
}
