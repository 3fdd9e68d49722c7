import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import type { CallContext, CallerContext } from "./context.ts";
import type { Needs } from "./needs.ts";

/** Where the base paths of product 7.1 stand on this server. */
export const servicePrefixes: Record<Service, string> = { api: "/api", tracking: "/tracking", root: "" };

/** A streamed answer of an endpoint whose `answer` is `file`. */
export interface FileAnswer {
  fileName: string;
  contentType: string;
  body: Readable | ReadableStream<Uint8Array>;
}

export interface RouteOptions {
  /** Bytes of a request; 1 MiB unless given. */
  bodyLimit?: number;
  /** Values in the body, of all levels together; 20,000 unless given. */
  bodyValues?: number;
  /** Calls per minute and client address. Only public calls have one. */
  callsPerMinute?: number;
  /** The answer leaves no sooner, so that its time tells nothing of what was found. */
  answersAfterMs?: number;
  /** Waits for a place (`limitTo`), so that a crowd that calls at once leaves room to all other calls. */
  inPlace?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The answer holds a secret: it is kept for repeats under encryption, with the idempotency key as the key. */
  isAnswerSecret?: boolean;
}

/** A row of the router: which endpoint, and what answers it. `public` endpoints get a context whose caller is null. */
export interface Route extends RouteOptions {
  endpoint: Endpoint;
  /** Null for a public call alone. */
  needs: Needs | null;
  run(input: unknown, context: CallerContext): Promise<unknown>;
}

/** Ties a handler to its endpoint and to what the call needs. Input arrives checked by the endpoint's shape, and the answer leaves checked. */
export function handle<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  needs: Needs,
  run: (input: z.output<Req>, context: CallerContext) => Promise<z.input<Res> | FileAnswer>,
  options: RouteOptions = {},
): Route {
  return { ...options, endpoint, needs, run: run as Route["run"] };
}

/** As `handle`, for an endpoint that anybody may call: there is no caller to look at. */
export function handlePublic<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  run: (input: z.output<Req>, context: CallContext) => Promise<z.input<Res> | FileAnswer>,
  options: RouteOptions = {},
): Route {
  return { ...options, endpoint, needs: null, run: run as Route["run"] };
}
