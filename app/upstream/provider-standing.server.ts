import { env } from "#app/config/env.server.ts";

/** What the provider says of itself; "unknown" of one that does not answer such a question as ours does. */
export type ProviderStanding = "ready" | "not ready" | "away" | "unknown";

const ANSWER_WITHIN_MS = 1_000;
const KEPT_MS = 1_000;

let cached: { until: number; standing: Promise<ProviderStanding> } | undefined;

/** Asks the provider whether it is ready. The answer is kept for a second, so that many probes cost what one does. */
export function providerStanding(): Promise<ProviderStanding> {
  const now = performance.now();
  if (!cached || cached.until <= now) cached = { until: now + KEPT_MS, standing: ask() };
  return cached.standing;
}

async function ask(): Promise<ProviderStanding> {
  const url = new URL("/health/ready", env.API_URL);
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const { status, body } = await fetch(url, { signal, redirect: "manual" });
    await body?.cancel();
    if (status === 200) return "ready";
    return status === 503 ? "not ready" : "unknown";
  } catch {
    return "away";
  }
}
