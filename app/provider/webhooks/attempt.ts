import type { WebhookProblem } from "#app/contract/webhook-code.ts";
import { WEBHOOK_ANSWER_SECONDS } from "#app/contract/webhook-code.ts";
import { retryAfterSeconds } from "#app/lib/retry-after.ts";
import { type TracedWork, traced } from "#app/lib/traced.ts";
import type { Outside } from "../config.ts";
import { fetchOutside, OutboundError } from "../outside/fetch-outside.ts";

export interface Attempt {
  /** Null: it was taken. */
  problem: WebhookProblem | null;
  httpStatus: number | null;
  /** What the receiver asks for; 0: nothing. */
  retryAfterMs: number;
}

/** One try. Only the status of the answer counts: its body is not read, and redirects are not followed. */
export async function attempt(
  url: string,
  message: { headers: Record<string, string>; body: string },
  options: AttemptOptions,
): Promise<Attempt> {
  const attributes: TracedWork["attributes"] = {};
  return traced({ kind: "client", name: "webhook", attributes, isRoot: true }, async () => {
    const made = await send(url, message, options);
    attributes["http.response.status_code"] = made.httpStatus ?? undefined;
    attributes["fairlead.outcome"] = made.problem ?? "ok";
    return made;
  });
}

async function send(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { outside, timeMs = WEBHOOK_ANSWER_SECONDS * 1000, signal }: AttemptOptions,
): Promise<Attempt> {
  const fetchIt = fetchOutside(outside.webhookHosts ?? [], { timeMs, isBodyWanted: false });
  try {
    const answer = await fetchIt(url, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Fairlead-Webhooks/1", ...headers },
      body,
      signal,
    });
    return {
      problem: answer.ok ? null : "STATUS",
      httpStatus: answer.status,
      retryAfterMs: (retryAfterSeconds(answer.headers.get("retry-after")) ?? 0) * 1000,
    };
  } catch (error) {
    return { problem: problemOf(error as Error), httpStatus: null, retryAfterMs: 0 };
  }
}

export interface AttemptOptions {
  outside: Outside;
  timeMs?: number | undefined;
  signal: AbortSignal;
}

function problemOf(error: Error & { code?: string }): WebhookProblem {
  if (error instanceof OutboundError) return error.reason === "redirect" ? "REDIRECT" : "ADDRESS";
  if ([error, error.cause as Error | undefined].some((each) => each?.name === "TimeoutError")) return "TIME";
  const { code = "" } = error;
  if (code === "ENOTFOUND" || code.startsWith("EAI_")) return "NAME";
  if (/CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code)) return "TLS";
  return "CONNECTION";
}
