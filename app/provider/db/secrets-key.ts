import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../config.ts";

/** The file of the key in `DATA_DIR`; a backup includes it. */
export const SECRETS_KEY_FILE = "secrets-key";

/**
 * The key of an installation without `SECRETS_KEY`: made once and stored beside the data, readable by its owner
 * only.
 * @throws ConfigError when the file cannot be used
 */
export async function keptSecretsKey(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRETS_KEY_FILE);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" }).catch(
      (error) => {
        if (error.code !== "EEXIST") throw error;
      },
    );
    const key = (await readFile(file, "utf8")).trim();
    if (key.length >= 32) return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${file} cannot be used (${code}): check its owner, or set SECRETS_KEY`);
  }
  throw new ConfigError(`${file} contains no key: put it back from a backup, or set SECRETS_KEY`);
}
