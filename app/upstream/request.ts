import { createHash } from "node:crypto";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import type { Language } from "#app/contract/user.ts";

/** On whose behalf the portal calls. */
export interface UpstreamCaller {
  /** Bearer token; null without a session. Most public calls leave it out (`hasOptionalBearer`). */
  token: string | null;
  language: Language;
  /** The person's address, by which the provider limits public calls. */
  clientAddress: string | null;
  /** Ends when the person has gone away. */
  signal?: AbortSignal;
  /** Ends when the page has waited for long enough, whatever the call's own time-out and retries would allow. */
  deadline?: AbortSignal;
}

/** How a call goes out (product 7.1), to the base paths given. `key` is the Idempotency-Key. */
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
    const headers: Record<string, string> = { accept: "application/json", language: caller.language };
    if (caller.token && (endpoint.access !== "public" || endpoint.hasOptionalBearer))
      headers.authorization = `Bearer ${caller.token}`;
    if (caller.clientAddress) headers["x-forwarded-for"] = caller.clientAddress;
    if (key !== undefined) headers["idempotency-key"] = headerKey(key);

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

/** The key as it came from a form: one that no header takes, or that is too long for one, stands there by its hash. */
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
