import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what the database must not tell by itself, for example to the reader of a backup. */
export interface SecretBox {
  /** @param about what the secret belongs to; it cannot be opened as anything else's */
  seal(secret: string, about: string): Buffer;
  /** Null for what was sealed with another key or for something else, or was changed. */
  open(sealed: Buffer, about: string): string | null;
  /** A hash that only holders of the key can compute; with each accepted key, the first one first. */
  marks(text: string, about: string): [Buffer, ...Buffer[]];
}

/**
 * AES-256-GCM and HMAC-SHA-256 with keys derived from the secrets.
 * @param secrets the first one seals, all of them open, so that a secret can be replaced
 */
export function secretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const derived = (purpose: string) =>
    secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "fairlead", purpose, 32)));
  const ciphers = derived("secrets at rest") as [Buffer, ...Buffer[]];
  const hashers = derived("marks") as [Buffer, ...Buffer[]];
  return {
    seal(secret, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, ciphers[0], iv).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, about) {
      for (const key of ciphers) {
        try {
          const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), {
            authTagLength: TAG_BYTES,
          });
          decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
          const plain = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
          return Buffer.concat(plain).toString("utf8");
        } catch {
          // Another key's, or changed.
        }
      }
      return null;
    },
    marks: (text, about) =>
      hashers.map((key) => createHmac("sha256", key).update(`${about}\n${text}`).digest()) as [
        Buffer,
        ...Buffer[],
      ],
  };
}
