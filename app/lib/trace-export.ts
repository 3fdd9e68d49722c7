import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME } from "@opentelemetry/semantic-conventions";
import { hearWork } from "./observed.ts";
import { type TracedWork, tracedWork } from "./traced.ts";

export interface TraceOptions {
  /** `service.name`. */
  service: string;
  /** Base address of the collector; `/v1/traces` follows. */
  endpoint: string;
  headers: Record<string, string>;
  /** Told once a minute at most that traces are lost. */
  warn(message: string): void;
}

const EXPORT_EACH_MS = 2_000;
const EXPORT_WITHIN_MS = 5_000;
/** Of a stop, which has other work to end. */
const LAST_WITHIN_MS = 2_000;
const WARN_EACH_MS = 60_000;
/** Spans that wait; what comes on top is lost. */
const QUEUE_MOST = 4_096;
const TRACED = 1;
const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Sends traces by OTLP from here on; loaded only where there is an address for them.
 * @returns sends what waits, for at most two seconds, and ends
 */
export function startTraces(options: TraceOptions): () => Promise<void> {
  const ids = new GivenIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ [ATTR_SERVICE_NAME]: options.service }),
    sampler: new AlwaysOnSampler(),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: quietExporter(options),
        scheduledDelayMillis: EXPORT_EACH_MS,
        exportTimeoutMillis: EXPORT_WITHIN_MS,
        maxQueueSize: QUEUE_MOST,
      }),
    ],
  });
  const tracer = provider.getTracer("fairlead");
  const present = new AsyncLocalStorage<unknown>();
  const spans = new WeakMap<TracedWork, Span>();

  const begin = (work: TracedWork): Span | undefined => {
    const around = present.getStore() as Span | undefined;
    if (!around && !work.parent && !work.isRoot) return undefined;
    const span = ids.forTrace(work.requestId, () =>
      tracer.startSpan(work.name, { kind: kinds[work.kind] }, contextOf(work, around)),
    );
    spans.set(work, span);
    work.spanId = span.spanContext().spanId;
    return span;
  };
  const { start, asyncEnd } = tracedWork;
  // What goes on as a part of the work finds its span.
  start.bindStore(present, begin);
  // Work that ends in a callback is only published.
  const onStart = (work: unknown) => void (spans.has(work as TracedWork) || begin(work as TracedWork));
  const onEnd = (message: unknown) => {
    const work = message as TracedWork;
    const span = spans.get(work);
    if (!span) return;
    spans.delete(work);
    span.setAttributes(work.attributes);
    if (work.error !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute(ATTR_ERROR_TYPE, nameOf(work.error));
    span.end();
  };
  start.subscribe(onStart);
  asyncEnd.subscribe(onEnd);
  hearWork("job", ({ name, outcome, seconds = 0 }) => {
    if (outcome === "idle") return;
    const attributes = { "fairlead.outcome": outcome };
    tracer.startSpan(name, { attributes, startTime: Date.now() - seconds * 1000, root: true }).end();
  });
  return async () => {
    start.unbindStore(present);
    start.unsubscribe(onStart);
    asyncEnd.unsubscribe(onEnd);
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_WITHIN_MS).unref());
    await Promise.race([provider.shutdown().catch(() => {}), late]);
  };
}

function contextOf({ parent }: TracedWork, around: Span | undefined): Context {
  if (around) return trace.setSpan(ROOT_CONTEXT, around);
  if (!parent) return ROOT_CONTEXT;
  const { requestId: traceId, spanId } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TRACED, isRemote: true });
}

/** A state or a kind of error: a message may hold what a person sent. */
function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? "unknown");
}

/** Ids at random, but for a trace whose id is its request's. */
class GivenIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #given: string | undefined;

  forTrace<T>(id: string | undefined, make: () => T): T {
    this.#given = id && TRACE_ID.test(id) ? id : undefined;
    const made = make();
    this.#given = undefined;
    return made;
  }

  generateTraceId(): string {
    return this.#given ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#random.generateSpanId();
  }
}
const TRACE_ID = /^(?!0{32})[\da-f]{32}$/;

/** A collector that is away costs a line a minute: its spans are lost. */
function quietExporter({ endpoint, headers, warn }: TraceOptions): SpanExporter {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_WITHIN_MS });
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ error }) => {
        if (error && performance.now() - warnedAt > WARN_EACH_MS) {
          warnedAt = performance.now();
          warn(
            `Traces are lost, the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take them (${nameOf(error)})`,
          );
        }
        // The failure has been told: the library would tell it of every batch.
        done({ code: DONE });
      }),
    shutdown: () => exporter.shutdown(),
  };
}
const DONE = 0;
