import { isObserved, tellWork } from "#app/lib/observed.ts";
import { asRequest, presentRequest } from "#app/lib/request-id.ts";
import { isTraced, type TracedWork, traced } from "#app/lib/traced.ts";
import { UpstreamAccountState, UpstreamForbidden, UpstreamRefused, UpstreamUnavailable } from "./error.ts";

/** Makes a call to the provider, and tells metrics and traces how it ended. */
export async function observedCall<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isObserved("call") && !isTraced()) return work();
  const begun = performance.now();
  let outcome = "ok";
  const span: TracedWork = { kind: "client", name, attributes: {} };
  const requestId = presentRequest();
  const asPart = () => (requestId && span.spanId ? asRequest(requestId, work, span.spanId) : work());
  try {
    return await traced(span, async () => {
      try {
        return await asPart();
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        span.attributes["fairlead.outcome"] = outcome;
      }
    });
  } finally {
    tellWork("call", { name, outcome, seconds: (performance.now() - begun) / 1000 });
  }
}

function outcomeOf(error: unknown): string {
  if (error instanceof UpstreamUnavailable) return error.reason;
  if (error instanceof UpstreamRefused) return "refused";
  if (error instanceof UpstreamForbidden) return "forbidden";
  if (error instanceof UpstreamAccountState) return "signed-out";
  // The reason of a signal: who asked has gone.
  return "given-up";
}
