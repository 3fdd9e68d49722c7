import { createHash } from "node:crypto";
import { NEWS_WANTED_HEADER } from "#app/contract/caller-news.ts";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import type { Language } from "#app/contract/user.ts";
import { presentTraceParent, TRACE_PARENT_HEADER } from "#app/lib/request-id.ts";

/** The person for whom the portal calls. */
export interface UpstreamCaller {
  /** Bearer token; null without a session. Most public calls do not send it (`hasOptionalBearer`). */
  token: string | null;
  language: Language;
  /** The person's address, by which the provider limits public calls. */
  clientAddress: string | null;
  /** What the person's browser calls itself, by which sessions are told apart. */
  userAgent?: string | null;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
  /** Aborted at the end of the page's total waiting time, whatever time-out and retries the call has left. */
  deadline?: AbortSignal;
  /** Hears what answers tell of the person besides their data (`contract/caller-news.ts`); only `call` has it told. */
  news?: {
    hear(call: string, headers: Promise<AnswerHeaders | null>): void;
  };
}

/** Headers of a provider's answer; null in their place when there was none. */
export interface AnswerHeaders {
  get(name: string): string | null;
}

/** Builds the request of a call (product 7.1) for the given base paths. `key` is the Idempotency-Key. */
export const requestFor =
  (bases: Record<Service, string>) =>
  (endpoint: Endpoint, input: unknown, caller: UpstreamCaller, key: string | undefined) => {
    const fields = { ...(input as Record<string, unknown>) };
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(fields[name] ?? "");
      delete fields[name];
      return encodeURIComponent(value);
    });
    const url = new URL(bases[endpoint.service].replace(/\/$/, "") + path);
    for (const name of endpoint.inAddress)
      if (fields[name] !== undefined) url.searchParams.set(name, String(fields[name]));
    const headers = headersOf(endpoint, caller, key);

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
    return { url, init: { method: endpoint.method, headers, body, redirect: "manual" as const } };
  };

function headersOf(
  endpoint: Endpoint,
  caller: UpstreamCaller,
  key: string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json", language: caller.language };
  if (caller.token && (endpoint.access !== "public" || endpoint.hasOptionalBearer))
    headers.authorization = `Bearer ${caller.token}`;
  if (caller.news && endpoint.access !== "public") headers[NEWS_WANTED_HEADER] = "1";
  const parent = presentTraceParent();
  if (parent) headers[TRACE_PARENT_HEADER] = parent;
  if (caller.clientAddress) headers["x-forwarded-for"] = caller.clientAddress;
  if (caller.userAgent) headers["user-agent"] = caller.userAgent;
  if (key !== undefined) headers["idempotency-key"] = headerKey(key);
  return headers;
}

/** A key that is too long or not allowed in a header is replaced by its hash. */
function headerKey(key: string): string {
  return /^[\w.:-]{1,200}$/.test(key) ? key : createHash("sha256").update(key).digest("hex");
}

function formEncoded(fields: Record<string, unknown>): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) encoded.append(name, String(value));
  }
  return encoded;
}
