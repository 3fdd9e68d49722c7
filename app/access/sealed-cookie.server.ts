import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values that only the portal reads: AES-256-GCM with a key derived from the secret for this
 * purpose, bound to the cookie's name. The first secret encrypts; all of them decrypt.
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
    /** Null for anything that was not encrypted here, or with a secret that is no longer accepted. */
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
          // Encrypted with another key, or modified.
        }
      }
      return null;
    },
  };
}
