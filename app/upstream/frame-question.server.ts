import { log } from "#app/config/log.server.ts";
import { allowsFraming } from "#app/lib/framing.ts";

/**
 * `refused`: its own policy forbids the frame. `elsewhere`: it leads to an origin that is not in the table,
 * which our policy forbids. `silent`: no answer; the person's browser may still reach it.
 */
export type FrameAnswer = "allowed" | "refused" | "elsewhere" | "silent";

const WAIT_MS = 3_000;
const KEPT_MS = 10 * 60_000;
const REDIRECTS_MAX = 5;
/** Pages of companies come and go. */
const KEPT_MOST = 500;

const cachedAnswers = new Map<string, { answer: Promise<FrameAnswer>; until: number }>();

/**
 * Whether the external page lets itself be shown in a frame of `parent`: a browser cannot tell a page that
 * its frame was refused. Asked of the configured address only, without the visitor's query, and of redirects
 * within `origins`; kept for ten minutes.
 */
export function askFraming(address: string, parent: URL, origins: ReadonlySet<string>): Promise<FrameAnswer> {
  const key = `${address} ${parent.origin} ${[...origins].sort().join(" ")}`;
  const known = cachedAnswers.get(key);
  if (known && known.until > Date.now()) return known.answer;
  const answer = ask(new URL(address), parent, origins).catch((error: Error) => {
    log.info({ origin: new URL(address).origin, reason: error.name }, "an embedded page did not answer");
    return "silent" as const;
  });
  cachedAnswers.delete(key);
  cachedAnswers.set(key, { answer, until: Date.now() + KEPT_MS });
  const [oldest] = cachedAnswers.keys();
  if (cachedAnswers.size > KEPT_MOST && oldest !== undefined) cachedAnswers.delete(oldest);
  return answer;
}

async function ask(start: URL, parent: URL, origins: ReadonlySet<string>): Promise<FrameAnswer> {
  const signal = AbortSignal.timeout(WAIT_MS);
  let address = start;
  for (let steps = 0; steps <= REDIRECTS_MAX; steps++) {
    if (!origins.has(address.origin)) return "elsewhere";
    const { status, headers } = await headOf(address, signal);
    const location = status >= 300 && status < 400 ? headers.get("location") : null;
    if (!location) return allowsFraming(headers, address, parent) ? "allowed" : "refused";
    address = new URL(location, address);
  }
  return "silent";
}

/** Many servers do not know HEAD, or answer it otherwise: an error is asked again with GET. */
async function headOf(address: URL, signal: AbortSignal): Promise<Response> {
  const head = await fetch(address, { method: "HEAD", redirect: "manual", signal });
  if (head.status < 400) return head;
  const answer = await fetch(address, { redirect: "manual", signal });
  await answer.body?.cancel();
  return answer;
}
