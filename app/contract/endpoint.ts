import type { z } from "zod";

/** Which base path serves the call: `{api}`, `{tracking_api}` or the provider's root (product 7.1). */
export type Service = "api" | "tracking" | "root";

/** How the request's fields travel. Path parameters such as `{id}` are fields of the request as well. */
export type BodyKind = "none" | "form" | "json" | "query" | "multipart";

/**
 * One call between portal and provider. The upstream client, the provider's router and the OpenAPI document
 * are made from it. `response` is the schema of the envelope's `data`.
 */
export interface Endpoint<Req extends z.ZodType = z.ZodType, Res extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly method: "GET" | "POST";
  readonly service: Service;
  readonly path: string;
  readonly body: BodyKind;
  /** A body of text/plain is the request's field `text`. */
  readonly takesText: boolean;
  /** Integers of the request that are sent in the query as well (`message/list?limit=&offset=`). */
  readonly inAddress: readonly string[];
  readonly request: Req;
  readonly response: Res;
  /** `public` calls need no bearer token. `staff` calls are for the forwarder's own people. */
  readonly access: "public" | "user" | "staff";
  /** A public call that sends the bearer token if there is one (product 7.1). */
  readonly hasOptionalBearer: boolean;
  /** The key of a carrier, in its own header, is enough instead of a token (`carrier-key.ts`). */
  readonly takesKeys: boolean;
  /** A write takes an `Idempotency-Key` and gives the same answer to the same key. */
  readonly isWrite: boolean;
  /** `file`: the answer is a stream with a content-disposition, not an envelope (errors still are envelopes). */
  readonly answer: "envelope" | "file";
  /** Milliseconds (product 9.1: 30,000 unless the call says other). */
  readonly timeoutMs: number;
  /** How often a timed-out call is tried again, 1,000 ms apart (product 8.2: 3). */
  readonly retries: number;
  /** Addresses of the screens that do not exist without the call. */
  readonly neededBy: readonly string[];
  /** Addresses of the screens that show less without the call, or without which nothing is written there. */
  readonly usedBy: readonly string[];
}

type Definition<Req extends z.ZodType, Res extends z.ZodType> = Pick<
  Endpoint<Req, Res>,
  "name" | "summary" | "path" | "request" | "response"
> &
  Partial<Endpoint<Req, Res>>;

const HTTP_TIMEOUT_MS = 30_000;
const TIMEOUT_RETRIES = 3;
export const RETRY_DELAY_MS = 1_000;

/**
 * Makes an endpoint; defaults: POST, `{api}`, form-encoded, for a signed-in user, a read. A browser that needs another
 * constant of the file is not sent the endpoint.
 */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<Req extends z.ZodType, Res extends z.ZodType>(
  definition: Definition<Req, Res>,
): Endpoint<Req, Res> {
  return {
    method: "POST",
    service: "api",
    body: "form",
    takesText: false,
    inAddress: [],
    access: "user",
    hasOptionalBearer: false,
    takesKeys: false,
    isWrite: false,
    answer: "envelope",
    timeoutMs: HTTP_TIMEOUT_MS,
    retries: TIMEOUT_RETRIES,
    neededBy: [],
    usedBy: [],
    ...definition,
  };
}
