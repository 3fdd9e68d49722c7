import { AsyncLocalStorage } from "node:async_hooks";

/**
 * The id of the request that is being answered: 32 hexadecimal digits, which are the trace id of its header `traceparent`
 * as well (W3C Trace Context). It follows the work through promises, so that no function has to pass it on.
 */
const present = new AsyncLocalStorage<{ id: string; spanId: string | undefined }>();

/** Does the work of a request; `spanId`: as what part of its trace. */
export function asRequest<T>(id: string, work: () => T, spanId?: string): T {
  return present.run({ id, spanId }, work);
}

/** Undefined where the process works for nobody. */
export function presentRequest(): string | undefined {
  return present.getStore()?.id;
}

/** What people read out: enough digits to find the request in a log of weeks. */
export function shortRequestId(id: string): string {
  return id.slice(0, 8);
}

const TRACE_PARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/;

/** The ids in a header `traceparent`; null where it is none. */
export function readTraceParent(header: unknown): { requestId: string; spanId: string } | null {
  const [, requestId, spanId] = (typeof header === "string" && TRACE_PARENT.exec(header)) || [];
  return requestId && spanId ? { requestId, spanId } : null;
}

/**
 * The header by which the next program knows the present request; undefined where there is none. Without a trace, digits of the
 * id stand for the span.
 */
export function presentTraceParent(): string | undefined {
  const { id, spanId } = present.getStore() ?? {};
  return id && TRACE_ID.test(id) ? `00-${id}-${spanId ?? id.slice(-16)}-01` : undefined;
}
const TRACE_ID = /^[\da-f]{32}$/;

export const TRACE_PARENT_HEADER = "traceparent";
/** `app/server.ts` writes it on each request, over whatever a client has sent. */
export const REQUEST_ID_HEADER = "x-request-id";
