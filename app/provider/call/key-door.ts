import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** A program of another company that calls with a key instead of a person's token. */
export interface KeyHolder {
  /** Whose key it is; what it writes under an idempotency key is its own. */
  name: string;
  keyId: string;
}

export interface KeyUse {
  /** Outside the transaction of the call: what is counted stays counted. */
  database: Kysely<Database>;
  now: Date;
  clientAddress: string;
}

/** How a call that takes keys judges them. */
export interface KeyDoor {
  /**
   * Before any of the body is read.
   * @param bodyBytes null when the request does not say how long it is
   * @throws Refusal of a key that does not work, and of one too many
   */
  admit(key: string, bodyBytes: number | null, use: KeyUse): Promise<KeyHolder>;
  /** When the input is known. @throws Refusal when it holds more than is left of the key's limit */
  spend(holder: KeyHolder, input: unknown, use: KeyUse): Promise<void>;
}
