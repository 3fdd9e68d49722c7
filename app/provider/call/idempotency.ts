import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { CODE_CONFLICT, CODE_FAILURE, CODE_INVALID } from "#app/contract/code.ts";
import { hasWrittenAnother, transaction, withRetry } from "../db/database.ts";
import type { Database } from "../db/schema.ts";
import { inTurn } from "./in-turn.ts";
import { Refusal } from "./refusal.ts";

export interface Write {
  /** Whose key it is: a user, or "public". */
  scope: string;
  /** The `Idempotency-Key` header; a write without one simply runs. */
  key: string | null;
  endpoint: string;
  input: unknown;
  isAnswerSecret: boolean;
}

/** A write's key as the row that keeps its answer. */
export type KeyRow = Omit<Selectable<Database["idempotency_key"]>, "answer" | "created_at">;

/**
 * Does a whole write in one statement, which also inserts the row with `{ data: <the answer> }`. Does nothing, and
 * answers undefined, when the key was used before or anything else is not as usual.
 */
type WriteAtOnce = (key: KeyRow) => Promise<unknown>;

/**
 * Runs a write in one transaction, which also keeps its answer under the key: whoever repeats the key gets that answer,
 * and of several at once one runs while the others wait for it. A refused write keeps nothing, so its key is free again. No
 * answer is given before the standbys that the database waits for have the change.
 * @param atOnce is tried first, if there is a key; `work` runs when it has done nothing
 * @throws Refusal CODE_CONFLICT when the key came with another request before, or what `work` throws.
 */
export async function runWrite(
  db: Kysely<Database>,
  write: Write,
  work: (trx: Kysely<Database>) => Promise<unknown>,
  atOnce?: WriteAtOnce,
): Promise<unknown> {
  const key = write.key === null ? null : secretOf(write.key);
  const run = async () => {
    const data = key && atOnce && (await tryAtOnce(atOnce, keyRow(write, key)));
    return data === undefined || data === null ? runInSteps() : { data };
  };
  const runInSteps = () =>
    transaction(
      db,
      async (trx) => {
        const earlierCall = key && (await claim(trx, write, key));
        if (earlierCall) {
          await awaitConfirmation(trx);
          return { data: openAnswer(earlierCall.answer, key) };
        }
        try {
          const data = await work(trx);
          if (key) await keepAnswer(trx, write, key, data);
          return { data };
        } catch (error) {
          if (!(error instanceof Refusal) || !error.keepsChanges) throw error;
          if (key) await release(trx, write, key);
          return { refusal: error };
        }
      },
      { isRepeatable: key !== null },
    );
  const outcome = await (key ? inTurn(`write ${write.scope} ${key.name}`, run) : run());
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.data;
}

async function tryAtOnce(atOnce: WriteAtOnce, key: KeyRow): Promise<unknown> {
  try {
    return await withRetry(() => atOnce(key));
  } catch (error) {
    // Another process has taken the key meanwhile: its answer is found as that of any earlier call.
    if (hasWrittenAnother(error)) return undefined;
    throw error;
  }
}

/**
 * The key itself is not stored, only its hash. It keys the hash of the request, which may hold a password, and the
 * encryption of a secret answer, so that neither can be had from a copy of the database.
 */
interface KeySecret {
  name: string;
  secret: string;
}

function secretOf(key: string): KeySecret {
  if (!/^[\x21-\x7e]{8,200}$/.test(key)) throw new Refusal(CODE_INVALID, "idempotencyKeyMalformed");
  return { name: createHash("sha256").update(key).digest("base64url"), secret: key };
}

function requestHash(write: Write, key: KeySecret): Buffer {
  return createHmac("sha256", key.secret)
    .update(`${write.endpoint}\n${JSON.stringify(write.input)}`)
    .digest();
}

function keyRow(write: Write, key: KeySecret): KeyRow {
  return {
    caller: write.scope,
    key: key.name,
    endpoint: write.endpoint,
    request_hash: requestHash(write, key),
  };
}

/** SQLSTATE of a statement that took too long: here one that waited for another call with the same key. */
const STATEMENT_CANCELLED = "57014";

/**
 * Takes the key for this transaction, waiting for another that holds it; the row if it was taken before.
 * @throws Refusal CODE_FAILURE when the other is still at work after the longest time that a statement may take
 */
async function claim(
  trx: Kysely<Database>,
  write: Write,
  key: KeySecret,
): Promise<{ answer: unknown } | undefined> {
  const row = keyRow(write, key);
  const claimed = await trx
    .insertInto("idempotency_key")
    .values({ ...row, answer: "{}" })
    .onConflict((conflict) => conflict.columns(["caller", "key"]).doNothing())
    .executeTakeFirst()
    .catch((error: { code?: string }) => {
      if (error.code !== STATEMENT_CANCELLED) throw error;
      throw new Refusal(CODE_FAILURE, "stillAtWork", { status: 503, values: { seconds: 5 } });
    });
  if (claimed.numInsertedOrUpdatedRows === 1n) return undefined;
  const earlierCall = await trx
    .selectFrom("idempotency_key")
    .select(["request_hash", "answer"])
    .where("caller", "=", write.scope)
    .where("key", "=", key.name)
    .executeTakeFirstOrThrow();
  if (!earlierCall.request_hash.equals(row.request_hash))
    throw new Refusal(CODE_CONFLICT, "idempotencyKeyReused");
  return { answer: earlierCall.answer };
}

/**
 * Lets the commit of this transaction wait for the standbys, as far as they are to be waited for: when it returns, they have
 * the earlier commit as well. That one is visible also when its own wait was cancelled, and would be lost with this
 * server. The record is not stored in any table; a transaction that writes nothing waits for nobody.
 */
async function awaitConfirmation(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'fairlead', '')`.execute(trx);
}

async function keepAnswer(trx: Kysely<Database>, write: Write, key: KeySecret, data: unknown): Promise<void> {
  await trx
    .updateTable("idempotency_key")
    .set({ answer: JSON.stringify(write.isAnswerSecret ? { sealed: seal(data, key) } : { data }) })
    .where("caller", "=", write.scope)
    .where("key", "=", key.name)
    .execute();
}

async function release(trx: Kysely<Database>, write: Write, key: KeySecret): Promise<void> {
  await trx
    .deleteFrom("idempotency_key")
    .where("caller", "=", write.scope)
    .where("key", "=", key.name)
    .execute();
}

function cipherKey(key: KeySecret): Buffer {
  return createHmac("sha256", key.secret).update("answer").digest();
}

function seal(data: unknown, key: KeySecret): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(data), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64");
}

function openAnswer(answer: unknown, key: KeySecret): unknown {
  const { sealed, data } = answer as { sealed?: string; data?: unknown };
  if (sealed === undefined) return data;
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", cipherKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8"));
}
