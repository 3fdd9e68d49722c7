import { ConstantBackoff, handleType, retry } from "cockatiel";
import type { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { CODE_FORBIDDEN, CODE_SUCCESS, isAccountStateCode } from "#app/contract/code.ts";
import { type Endpoint, RETRY_DELAY_MS } from "#app/contract/endpoint.ts";
import { envelope, fieldFaults } from "#app/contract/envelope.ts";
import type { Language } from "#app/contract/user.ts";
import { UpstreamAccountState, UpstreamForbidden, UpstreamRefused, UpstreamUnavailable } from "./error.ts";

/** On whose behalf the portal calls. */
export interface UpstreamCaller {
  /** Bearer token; null for public calls. */
  token: string | null;
  language: Language;
  /** The person's address, by which the provider limits public calls. */
  clientAddress: string | null;
  /** Ends when the person has gone away. */
  signal?: AbortSignal;
}

const bases = { api: env.API_URL, tracking: env.TRACKING_API_URL, root: env.PROVIDER_URL } as const;

/** An answer larger than this is not one of ours. */
const ANSWER_MAX_BYTES = 20 * 1024 * 1024;

/**
 * Calls the provider (spec 7, 8, 9) and returns the envelope's `data`, checked by the endpoint's shape.
 * `key` is the Idempotency-Key of a write: the request id of the form. Throws the classes of `error.ts` only.
 */
export async function call<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  input: z.input<Req>,
  caller: UpstreamCaller,
  options: { key?: string } = {},
): Promise<z.output<Res>> {
  const answer = await send(endpoint, input, caller, options.key);
  const body = await readJson(answer);
  const wrapped = envelope.safeParse(body);
  if (!wrapped.success) throw malformed(endpoint, "no envelope");
  const { code, message, data } = wrapped.data;
  if (code !== CODE_SUCCESS) throw refusalOf(code, message, data);
  const checked = endpoint.response.safeParse(data ?? null);
  if (!checked.success)
    throw malformed(endpoint, checked.error.issues.map((issue) => issue.path.join(".")).join(" "));
  return checked.data;
}

/** A call whose answer is a file: the stream and what names it. An envelope in its place is a refusal. */
export async function callForFile<Req extends z.ZodType>(
  endpoint: Endpoint<Req>,
  input: z.input<Req>,
  caller: UpstreamCaller,
): Promise<{ body: ReadableStream<Uint8Array>; contentType: string; contentDisposition: string | null }> {
  const answer = await send(endpoint, input, caller, undefined);
  const contentType = answer.headers.get("content-type") ?? "application/octet-stream";
  if (contentType.startsWith("application/json")) {
    const wrapped = envelope.safeParse(await readJson(answer));
    if (!wrapped.success) throw malformed(endpoint, "no envelope");
    throw refusalOf(wrapped.data.code, wrapped.data.message, wrapped.data.data);
  }
  if (!answer.ok || !answer.body || contentType.startsWith("text/html"))
    throw malformed(endpoint, `status ${answer.status}`);
  return { body: answer.body, contentType, contentDisposition: answer.headers.get("content-disposition") };
}

function refusalOf(code: number, message: string, data: unknown): Error {
  if (code === CODE_FORBIDDEN) return new UpstreamForbidden(message);
  if (isAccountStateCode(code)) {
    const minutes = (data as { minutes?: unknown } | null | undefined)?.minutes;
    return new UpstreamAccountState(code, message, typeof minutes === "number" ? minutes : null);
  }
  const faults = fieldFaults.safeParse(data);
  return new UpstreamRefused(code, message, faults.success ? faults.data.fields : []);
}

function malformed(endpoint: Endpoint, detail: string): UpstreamUnavailable {
  return new UpstreamUnavailable("malformed", `${endpoint.name}: ${detail}`);
}

/** Only a time-out is worth another try by itself (spec 8); what was refused or lost is answered at once. */
class TimedOut extends Error {}

async function send(
  endpoint: Endpoint,
  input: unknown,
  caller: UpstreamCaller,
  key: string | undefined,
): Promise<Response> {
  const { url, init } = requestOf(endpoint, input, caller, key);
  const attempt = async () => {
    const timeout = AbortSignal.timeout(endpoint.timeoutMs);
    try {
      return await fetch(url, {
        ...init,
        redirect: "manual",
        signal: caller.signal ? AbortSignal.any([timeout, caller.signal]) : timeout,
      });
    } catch (error) {
      if (timeout.aborted) throw new TimedOut();
      throw error;
    }
  };
  // A write without a key might be done twice by a second try.
  const tries = endpoint.isWrite && key === undefined ? 0 : endpoint.retries;
  try {
    if (tries === 0) return await attempt();
    const policy = retry(handleType(TimedOut), {
      maxAttempts: tries,
      backoff: new ConstantBackoff(RETRY_DELAY_MS),
    });
    return await policy.execute(attempt, caller.signal);
  } catch (error) {
    if (error instanceof TimedOut) throw new UpstreamUnavailable("timeout", endpoint.name);
    if (caller.signal?.aborted) throw error;
    throw new UpstreamUnavailable("unreachable", endpoint.name, { cause: error });
  }
}

function requestOf(endpoint: Endpoint, input: unknown, caller: UpstreamCaller, key: string | undefined) {
  const fields = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(fields[name] ?? "");
    delete fields[name];
    return encodeURIComponent(value);
  });
  const url = new URL(bases[endpoint.service].replace(/\/$/, "") + path);
  const headers: Record<string, string> = { accept: "application/json", language: caller.language };
  if (caller.token && endpoint.access !== "public") headers.authorization = `Bearer ${caller.token}`;
  if (caller.clientAddress) headers["x-forwarded-for"] = caller.clientAddress;
  if (key !== undefined) headers["idempotency-key"] = key;

  let body: string | undefined;
  if (endpoint.body === "json") {
    headers["content-type"] = "application/json";
    body = JSON.stringify(Array.isArray(input) ? input : fields);
  } else if (endpoint.body === "form") {
    headers["content-type"] = "application/x-www-form-urlencoded";
    body = formEncoded(fields).toString();
  } else if (endpoint.body === "query") {
    for (const [name, value] of formEncoded(fields)) url.searchParams.set(name, value);
  }
  return { url, init: { method: endpoint.method, headers, body } };
}

function formEncoded(fields: Record<string, unknown>): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) encoded.append(name, String(value));
  }
  return encoded;
}

async function readJson(answer: Response): Promise<unknown> {
  const declared = Number(answer.headers.get("content-length") ?? 0);
  if (declared > ANSWER_MAX_BYTES) throw new UpstreamUnavailable("malformed", "answer too large");
  try {
    return await answer.json();
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    throw new UpstreamUnavailable(isTimeout ? "timeout" : "malformed", `status ${answer.status}`, {
      cause: error,
    });
  }
}
