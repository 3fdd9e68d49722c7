import { createHmac, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { SecretBox } from "../call/secret-box.ts";
import type { Database } from "../db/schema.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes it: a prefix and base64 of random bytes. */
export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

const aboutSecret = (companyId: string) => `webhook of ${companyId}`;
export const sealSecret = (box: SecretBox, companyId: string, secret: string): Buffer =>
  box.seal(secret, aboutSecret(companyId));
/** Null when it was sealed with a key that is lost. */
const openSecret = (box: SecretBox, companyId: string, sealed: Buffer): string | null =>
  box.open(sealed, aboutSecret(companyId));

/** Those that sign now: after a change both for a day. Null when none can be read. */
export function secretsOf(
  webhook: Pick<Selectable<Database["webhook"]>, "company_id" | "secret" | "old_secret" | "old_secret_until">,
  box: SecretBox,
  now: Date,
): string[] | null {
  const isOldUsed = webhook.old_secret && webhook.old_secret_until && webhook.old_secret_until > now;
  const sealed = [webhook.secret, ...(isOldUsed ? [webhook.old_secret!] : [])];
  const secrets = sealed
    .map((each) => openSecret(box, webhook.company_id, each))
    .filter((each) => each !== null);
  return secrets.length > 0 ? secrets : null;
}

/**
 * The headers of Standard Webhooks: who receives it computes the same HMAC of id, time and body, and refuses what is old.
 * @param secrets each signs: during a rotation the new and the old one
 */
export function signedHeaders(
  { id, body, now }: { id: string; body: string; now: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
