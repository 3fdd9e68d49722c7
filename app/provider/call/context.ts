import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { ApiScope } from "#app/contract/api-key-code.ts";
import type { Language } from "#app/contract/user.ts";
import type { Outside } from "../config.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import type { Scope } from "./scope.ts";
import type { SecretBox } from "./secret-box.ts";
import type { Upload } from "./upload.ts";

/** The session of the token in use. */
export interface CallerSession {
  id: string;
  /** Stored at intervals, not at each call. */
  lastUsedAt: Date;
  /** When its holder last proved who they are. */
  provedAt: Date | null;
  /** One-time codes are asked for. */
  hasFactor: boolean;
  /** Of this caller by the operator, whatever the company requires. */
  isFactorRequiredByOperator: boolean;
  /** A second factor is required, by the company or the operator, and the caller has none. */
  isFactorDue: boolean;
  /** The member of the forwarder's staff who sees the portal as this person does; null in a session of the person. */
  seenBy: { userId: string; userName: string; name: string } | null;
}

/** A program that calls with a key of its company (`program.ts`). */
export interface Program {
  keyId: string;
  name: string;
  scopes: readonly ApiScope[];
}

/** The person behind a bearer token, or whose rights the key of a program has. */
export interface Caller {
  userId: string;
  userName: string;
  /** Display name. */
  name: string;
  companyId: string;
  /** Staff of the forwarder: may use `staff` endpoints. */
  isForwarder: boolean;
  roles: string[];
  /** Menu names of the role; the buttons are codes such as REQUESTQUOTE and BOOKSHIPMENT (product 6.3). */
  menus: string[];
  buttons: string[];
  /** Resources granted to the company: SHIPMENT_CHARGES, INVOICE_DOWNLOAD, MEMBER_MANAGE, SHIPMENT_PUBLIC. */
  resourceCodes: string[];
  /** Calls granted to the role among those that need an explicit grant (product 6.4). */
  resourceUrls: string[];
  /** SHA-256 of the token in use: a password change keeps this session and ends the others. */
  tokenHash: Buffer;
  /** Null for programs, and for people of the demonstration, who act without a token. */
  session: CallerSession | null;
  /** Null when the person calls. */
  program: Program | null;
  /** Where the database stood when the call came in (`db/primary-position.ts`); absent where no standby is read. */
  position?: string | null;
}

export interface CallContext {
  /** For a write this is one transaction, which also stores the answer under the idempotency key. */
  db: Kysely<Database>;
  /** For the parts of a call that only read: a standby, as far as it has what was there before the call; absent without one. */
  reads?: Kysely<Database> | undefined;
  language: Language;
  now: Date;
  /** Address of the person, not of the portal; rate limits count by it. */
  clientAddress: string;
  /** What the person's browser calls itself, unchecked and shortened. */
  userAgent: string;
  log: Logger;
  /** Address of the portal for browsers, used in links; without a slash at the end. */
  publicUrl: string;
  /** What mails call the portal, where the reader's company has no name of its own for it. */
  productName?: string | undefined;
  /** The bearer token as sent, unchecked; for the one public call that may carry one. */
  bearerToken: string | null;
  /** Encrypts what is secret in the database. */
  secrets: SecretBox;
  outside: Outside;
  /** The store for attachments. */
  files: FileStore;
  /**
   * Set for a multipart call, which runs outside a transaction and handles repeats itself, by
   * `idempotencyKey`.
   */
  upload: Upload | null;
  idempotencyKey: string | null;
  /** Domains that senders of mails may be of; none where nobody sends for a company. */
  mailDomains?: readonly string[] | undefined;
  /** A list of more rows becomes a job instead of a stream; no limit while a job runs. */
  streamedRows?: number | undefined;
}
export interface CallerContext extends CallContext {
  caller: Caller;
  /** The rows that the call may see and change; every query takes it. */
  scope: Scope;
}

/** The context for a part of the call that only reads: lists, reports, files of them. */
export const reading = <Context extends CallContext>(context: Context): Context =>
  context.reads ? { ...context, db: context.reads } : context;
