import type { Kysely } from "kysely";
import { Secret, TOTP } from "otpauth";
import { randomCode } from "../call/random-code.ts";
import type { SecretBox } from "../call/secret-box.ts";
import type { Database } from "../db/schema.ts";

/** What every authenticator app understands. */
const SHAPE = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes count: clocks differ, and typing takes time. */
const WINDOW = 1;

/** A new secret in base32. */
export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that a QR code holds. */
export function addressOf(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...SHAPE, issuer, label, secret: Secret.fromBase32(secret) }).toString();
}

const aboutSecret = (userId: string) => `second factor of ${userId}`;
const aboutCode = (userId: string) => `recovery code of ${userId}`;

export const sealSecret = (box: SecretBox, userId: string, secret: string): Buffer =>
  box.seal(secret, aboutSecret(userId));

/** Null when it was sealed with a key that is not known any more. */
export const openSecret = (box: SecretBox, userId: string, sealed: Buffer): string | null =>
  box.open(sealed, aboutSecret(userId));

/**
 * Takes a code of six digits, if it is right and of a later step than any that was taken: the step is compared and
 * set by one statement, so that of two calls with one code one gets true.
 */
export async function takeTimedCode(
  db: Kysely<Database>,
  box: SecretBox,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("second_factor")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const secret = row && openSecret(box, userId, row.secret);
  if (!secret) return false;
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return false;
  const step = String(totp.counter({ timestamp: now.getTime() }) + delta);
  const taken = await db
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

const RECOVERY_CODES = 10;
const CODE_LENGTH = 12;

/** Replaces the recovery codes of a person. Only marks of them are stored. */
export async function makeRecoveryCodes(
  db: Kysely<Database>,
  box: SecretBox,
  userId: string,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomCode(CODE_LENGTH));
  await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_code")
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: box.marks(code, aboutCode(userId))[0],
        created_at: now,
        used_at: null,
      })),
    )
    .execute();
  return codes.map((code) => code.replace(/.{4}(?=.)/g, "$&-"));
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(
  db: Kysely<Database>,
  box: SecretBox,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const plain = code.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const taken = await db
    .updateTable("recovery_code")
    .set({ used_at: now })
    .where("user_id", "=", userId)
    .where("code_hash", "in", box.marks(plain, aboutCode(userId)))
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

/** How many recovery codes a person has left. */
export async function countRecoveryCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
