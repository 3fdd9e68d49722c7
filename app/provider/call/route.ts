import type { Readable } from "node:stream";
import type { Kysely, Transaction } from "kysely";
import type { Logger } from "pino";
import type { z } from "zod";
import type { Endpoint, Service } from "#app/contract/endpoint.ts";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import type { MessageKey } from "../texts/message.ts";
import type { Needs } from "./needs.ts";
import type { Scope } from "./scope.ts";
import type { Upload } from "./upload.ts";

/** Where the base paths of spec 7 stand on this server. */
export const servicePrefixes: Record<Service, string> = { api: "/api", tracking: "/tracking", root: "" };

/** Who calls, as the bearer token tells. */
export interface Caller {
  userId: string;
  userName: string;
  /** The person's, as others read it. */
  name: string;
  companyId: string;
  /** Staff of the forwarder: may use `staff` endpoints. */
  isForwarder: boolean;
  roles: string[];
  /** Names of the role's menus, and codes of its buttons: REQUESTQUOTE, BOOKSHIPMENT, ... (spec 6). */
  menus: string[];
  buttons: string[];
  /** What the company has been given: SHIPMENT_CHARGES, INVOICE_DOWNLOAD, MEMBER_MANAGE, SHIPMENT_PUBLIC. */
  resourceCodes: string[];
  /** Calls that the role may make among those that not every role may (spec 6 "Resource permission"). */
  resourceUrls: string[];
  /** SHA-256 of the token in use, so that a password change can spare it. */
  tokenHash: Buffer;
}

export interface CallContext {
  /** For a write: one transaction, which also keeps the answer under the idempotency key. */
  db: Kysely<Database> | Transaction<Database>;
  language: Language;
  now: Date;
  /** Address of the person, not of the portal: what rate limits count by. */
  clientAddress: string;
  log: Logger;
  /** Where a browser finds the portal, for links; no slash at the end. */
  publicUrl: string;
  /** The bearer token as it came, unchecked; for the one public call that may carry it. */
  bearerToken: string | null;
  /** Where attachments lie. */
  files: FileStore;
  /** Of a multipart call, which runs outside a transaction and keeps its own books of repeats by `idempotencyKey`. */
  upload: Upload | null;
  idempotencyKey: string | null;
}
export interface CallerContext extends CallContext {
  caller: Caller;
  /** Whose rows the call sees and may change; every query takes it. */
  scope: Scope;
}

/** A streamed answer of an endpoint whose `answer` is `file`. */
export interface FileAnswer {
  fileName: string;
  contentType: string;
  body: Readable | ReadableStream<Uint8Array>;
}

/**
 * Ends a call with a body code other than 200; the message is looked up in the caller's language. What a write has done
 * is undone, and its idempotency key is free again.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly messageKey: MessageKey;
  readonly values: Record<string, string | number>;
  readonly data: unknown;
  /** What the write has done so far stays all the same: a counted failure must outlive the refusal that it led to. */
  readonly keepsChanges: boolean;
  /** The HTTP status, for calls of programs that look at nothing else; 200 unless the code has one of its own. */
  readonly status: number | undefined;
  constructor(
    code: number,
    messageKey: MessageKey,
    options: {
      values?: Record<string, string | number>;
      data?: unknown;
      keepsChanges?: boolean;
      status?: number;
    } = {},
  ) {
    super(messageKey);
    this.code = code;
    this.messageKey = messageKey;
    this.values = options.values ?? {};
    this.data = options.data ?? null;
    this.keepsChanges = options.keepsChanges ?? false;
    this.status = options.status;
  }
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
