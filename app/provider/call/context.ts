import type { Kysely, Transaction } from "kysely";
import type { Logger } from "pino";
import type { Language } from "#app/contract/user.ts";
import type { Database } from "../db/schema.ts";
import type { FileStore } from "../file-store/store.ts";
import type { Scope } from "./scope.ts";
import type { Upload } from "./upload.ts";

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
  /** Names of the role's menus, and codes of its buttons: REQUESTQUOTE, BOOKSHIPMENT, ... (product 6.3). */
  menus: string[];
  buttons: string[];
  /** What the company has been given: SHIPMENT_CHARGES, INVOICE_DOWNLOAD, MEMBER_MANAGE, SHIPMENT_PUBLIC. */
  resourceCodes: string[];
  /** Calls that the role may make among those that not every role may (product 6.4). */
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
