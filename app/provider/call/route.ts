import type { Readable } from "node:stream";
import type { z } from "zod";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import type { ExportedList } from "#app/contract/export-job-code.ts";
import type { CallContext, Caller, CallerContext } from "./context.ts";
import type { KeyRow } from "./idempotency.ts";
import type { KeyDoor, KeyHolder } from "./key-door.ts";
import type { Needs } from "./needs.ts";

/** Base paths of the services of product 7.1 on this server. */
export const servicePrefixes: Record<Service, string> = { api: "/api", tracking: "/tracking", root: "" };

/** A streamed answer of an endpoint whose `answer` is `file`. */
export interface FileAnswer {
  fileName: string;
  contentType: string;
  body: Readable | ReadableStream<Uint8Array>;
  /** Counts the rows of a table while they are read. */
  written?: { rows: number };
}

/** Instead of a file: a job makes it. */
export interface QueuedAnswer {
  exportJob: string;
}

/** How the file of a list is made, by whoever has the rights of its route. */
export interface ListOfRoute {
  name: ExportedList;
  make(input: unknown, context: CallerContext): Promise<FileAnswer>;
}

export interface RouteOptions {
  /** Maximum size of a request in bytes; 1 MiB by default. */
  bodyLimit?: number;
  /** Maximum number of values in the body, over all levels; 20,000 by default. */
  bodyValues?: number;
  /** Calls per minute and client address. Only public calls have one. */
  callsPerMinute?: number;
  /** Minimum time to the answer, so that the duration does not reveal what was found. */
  answersAfterMs?: number;
  /** Waits for a slot (`limitTo`), so that many such calls at once do not crowd out all others. */
  runInSlot?: <T>(work: () => Promise<T>) => Promise<T>;
  /** The answer holds a secret: it is stored encrypted, with the idempotency key as the key. */
  isAnswerSecret?: boolean;
}

/** The context of a call by a person, or by a program with a key. */
export interface KeyedContext extends CallContext {
  /** Null when a key called. */
  caller: Caller | null;
  /** Null when a person called. */
  holder: KeyHolder | null;
}

/**
 * A row of the router: an endpoint and its handler. `public` endpoints get a context whose caller is null.
 */
export interface Route extends RouteOptions {
  endpoint: Endpoint;
  /** Null only for a public call. */
  needs: Needs | null;
  /** Judges keys, for an endpoint that takes them. */
  keys?: KeyDoor;
  /** A standby may answer: it writes nothing and locks nothing. */
  reads?: "standby";
  /** The list that is saved as a file. */
  list?: ListOfRoute;
  run(input: unknown, context: CallerContext): Promise<unknown>;
  /** `run` of a write that is made so often that its round trips count: see `runWrite`. */
  runAtOnce?(input: unknown, context: CallerContext, key: KeyRow): Promise<unknown>;
}

/**
 * Connects a handler with its endpoint and the needed rights. Input and answer are checked by the endpoint's
 * schemas.
 */
export function handle<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  needs: Needs,
  run: (input: z.output<Req>, context: CallerContext) => Promise<z.input<Res> | FileAnswer>,
  options: RouteOptions = {},
): Route {
  return { ...options, endpoint, needs, run: run as Route["run"] };
}

/** `handle` of a list or of figures over one, which a standby may answer. */
export function handleRead<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  needs: Needs,
  run: (input: z.output<Req>, context: CallerContext) => Promise<z.input<Res> | FileAnswer>,
): Route {
  return { ...handle(endpoint, needs, run), reads: "standby" };
}

/** `handle` of a write that can be done by one statement. @param runAtOnce undefined when it has done nothing */
export function handleAtOnce<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  needs: Needs,
  run: (input: z.output<Req>, context: CallerContext) => Promise<z.input<Res>>,
  runAtOnce: (input: z.output<Req>, context: CallerContext, key: KeyRow) => Promise<z.input<Res> | undefined>,
): Route {
  return { ...handle(endpoint, needs, run), runAtOnce: runAtOnce as Route["runAtOnce"] & {} };
}

/** `handle` for an endpoint that takes keys as well (`takesKeys`). */
export function handleKeyed<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  needs: Needs,
  keys: KeyDoor,
  run: (input: z.output<Req>, context: KeyedContext) => Promise<z.input<Res>>,
  options: RouteOptions = {},
): Route {
  return { ...options, endpoint, needs, keys, run: run as unknown as Route["run"] };
}

/** `handle` for an endpoint that anybody may call: there is no caller. */
export function handlePublic<Req extends z.ZodType, Res extends z.ZodType>(
  endpoint: Endpoint<Req, Res>,
  run: (input: z.output<Req>, context: CallContext) => Promise<z.input<Res> | FileAnswer>,
  options: RouteOptions = {},
): Route {
  return { ...options, endpoint, needs: null, run: run as Route["run"] };
}
