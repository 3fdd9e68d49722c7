import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as the wire has it. */
export interface ReceivedSpan {
  service: string;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentId: string;
  name: string;
  attributes: Record<string, string | number>;
}

export interface TraceReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string;
  spans: ReceivedSpan[];
  /** Everything that came, as text. */
  text(): string;
  stop(): Promise<void>;
}

/** Takes traces by OTLP over HTTP in its binary form, as a collector does. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isTraces =
        request.url === "/v1/traces" && request.headers["content-type"] === "application/x-protobuf";
      if (isTraces) {
        const body = Buffer.concat(chunks);
        bodies.push(body);
        spans.push(...spansIn(body));
      }
      response.writeHead(isTraces ? 200 : 400, { "content-type": "application/x-protobuf" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => Buffer.concat(bodies).toString("latin1"),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Numbers of the fields in opentelemetry-proto's trace.proto. */
function spansIn(body: Buffer): ReceivedSpan[] {
  return parts(body, 1).flatMap((ofResource) => {
    const resource = attributesIn(parts(ofResource, 1)[0] ?? Buffer.alloc(0), 1);
    const service = String(resource["service.name"]);
    return parts(ofResource, 2)
      .flatMap((ofScope) => parts(ofScope, 2))
      .map((span) => ({
        service,
        traceId: hex(span, 1),
        spanId: hex(span, 2),
        parentId: hex(span, 4),
        name: parts(span, 5)[0]?.toString() ?? "",
        attributes: attributesIn(span, 9),
      }));
  });
}

const hex = (message: Buffer, field: number) => parts(message, field)[0]?.toString("hex") ?? "";

function attributesIn(message: Buffer, field: number): Record<string, string | number> {
  return Object.fromEntries(
    parts(message, field).map((pair) => {
      const value = parts(pair, 2)[0] ?? Buffer.alloc(0);
      const text = parts(value, 1)[0]?.toString();
      const [number] = fieldsOf(value).flatMap((each) => (each.field === 3 ? [Number(each.number)] : []));
      return [parts(pair, 1)[0]?.toString() ?? "", text ?? number ?? ""];
    }),
  );
}

const parts = (message: Buffer, wanted: number): Buffer[] =>
  fieldsOf(message).flatMap(({ field, bytes }) => (field === wanted && bytes ? [bytes] : []));

interface Field {
  field: number;
  number?: bigint;
  bytes?: Buffer;
}

/** Protocol Buffers: a field is its number with its type, and a number, eight bytes, or bytes behind their length. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++] ?? 0;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const field = tag >> 3;
    const type = tag & 7;
    if (type === 0) fields.push({ field, number: varint() });
    else {
      const length = type === 1 ? 8 : type === 5 ? 4 : Number(varint());
      fields.push({ field, bytes: message.subarray(at, at + length) });
      at += length;
    }
  }
  return fields;
}
