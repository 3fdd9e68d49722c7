import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A value that only the portal reads and writes: AES-256-GCM under a key made of the secret for this purpose alone, bound to
 * the cookie's name. The first of the secrets seals; all of them open.
 */
export function sealer(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "fairlead", purpose, 32)));
  return {
    seal(value: unknown): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0] as Buffer, iv);
      const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    /** Null for what was not sealed here, or under a secret that is not accepted any more. */
    open(text: unknown): unknown {
      if (typeof text !== "string") return null;
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        try {
          const plain = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
          return JSON.parse(Buffer.concat(plain).toString("utf8"));
        } catch {
          // Of another key, or changed on the way.
        }
      }
      return null;
    },
  };
}
