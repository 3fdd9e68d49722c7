import type { FastifyRequest } from "fastify";
import { CODE_SUCCESS } from "#app/contract/code.ts";
import { asRequest, readTraceParent, TRACE_PARENT_HEADER } from "#app/lib/request-id.ts";
import { type TracedWork, traced } from "#app/lib/traced.ts";

/** Does a part of a call under its request's id, and as a part of the trace of who called. */
export function asCall<T>(name: string, request: FastifyRequest, does: () => Promise<T>): Promise<T> {
  const { id, headers } = request;
  const traceParent = readTraceParent(headers[TRACE_PARENT_HEADER]);
  // An id that was not taken is that of somebody who is not trusted.
  const parent = traceParent?.requestId === id ? traceParent : null;
  const attributes: TracedWork["attributes"] = {};
  const work: TracedWork = { kind: "server", name, attributes, parent, requestId: id, isRoot: true };
  return traced(work, async () => {
    try {
      const answer = await asRequest(id, does, work.spanId);
      attributes["fairlead.code"] = CODE_SUCCESS;
      return answer;
    } catch (error) {
      attributes["fairlead.code"] = codeOf(error);
      throw error;
    }
  });
}

function codeOf(error: unknown): string | number | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" || typeof code === "number" ? code : undefined;
}
