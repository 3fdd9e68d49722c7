import { ConstantBackoff, handleType, retry } from "cockatiel";
import { env } from "#app/config/env.server.ts";
import { type Endpoint, RETRY_DELAY_MS } from "#app/contract/endpoint.ts";
import type { UpstreamCaller } from "./request.ts";
import { isUpstreamError, unavailable } from "./unavailable.server.ts";

/** Only a time-out is retried with a delay (product 8.2). */
class TimeoutError extends Error {}

/**
 * Makes the call with its retries. A time-out is retried after 1,000 ms. A broken connection is retried once
 * and without delay, because a provider that restarts breaks its keep-alive connections.
 */
export async function callWithRetries<T>(
  endpoint: Endpoint,
  caller: UpstreamCaller,
  key: string | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Without a key, a retried write might be done twice.
  const isRepeatable = key !== undefined && env.PROVIDER_IDEMPOTENT;
  const retries = endpoint.isWrite && !isRepeatable ? 0 : endpoint.retries;
  let canReconnect = retries > 0;
  const attempt = async (): Promise<T> => {
    try {
      return await withinTime(endpoint, caller, work);
    } catch (error) {
      if (!canReconnect || caller.signal?.aborted || !isBroken(error)) throw error;
      canReconnect = false;
      return withinTime(endpoint, caller, work);
    }
  };
  try {
    if (retries === 0) return await attempt();
    const backoff = new ConstantBackoff(RETRY_DELAY_MS);
    const policy = retry(handleType(TimeoutError), { maxAttempts: retries, backoff });
    return await policy.execute(attempt, caller.signal);
  } catch (error) {
    if (caller.signal?.aborted) throw caller.signal.reason;
    if (isUpstreamError(error)) throw error;
    if (error instanceof TimeoutError)
      throw unavailable(endpoint, "timeout", `${endpoint.timeoutMs} ms`, error);
    // Once a connection broke, the call may have been done, whatever error the second attempt met.
    const isLost = isBroken(error) || canReconnect !== retries > 0;
    throw unavailable(endpoint, isLost ? "lost" : "unreachable", codeOf(error), error);
  }
}

async function withinTime<T>(
  endpoint: Endpoint,
  caller: UpstreamCaller,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), endpoint.timeoutMs);
  try {
    const ends = [timeout.signal, caller.signal, caller.deadline].filter((signal) => signal !== undefined);
    return await work(AbortSignal.any(ends));
  } catch (error) {
    if (caller.deadline?.aborted && !caller.signal?.aborted)
      throw unavailable(endpoint, "timeout", "the time of the page", error);
    if (timeout.signal.aborted) throw new TimeoutError();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the connection broke after the request may have been sent; otherwise no connection was made. */
export function isBroken(error: unknown): boolean {
  return ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH"].includes(
    codeOf(error),
  );
}

/** The code of a failed call: `fetch` has it in the cause, `exchange` in the error. */
export function codeOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: unknown }; code?: unknown; name?: string };
  const ownCode = cause?.code ?? code;
  return typeof ownCode === "string" ? ownCode : (name ?? "unknown");
}
