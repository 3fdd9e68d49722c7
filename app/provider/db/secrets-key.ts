import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { ConfigError } from "../config.ts";
import type { Database } from "./schema.ts";

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

/**
 * Compares the keys with those that have encrypted secrets of this database before, so that a provider with a lost
 * or mistaken key does not start, instead of refusing everybody's second factor.
 * @param marks one of each key, the present one first
 * @throws ConfigError when none of the keys is known
 */
export async function checkSecretsKey(
  db: Kysely<Database>,
  marks: readonly [Buffer, ...Buffer[]],
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Two machines that start on an empty database at once have to agree too.
    await sql`lock table secrets_key in exclusive mode`.execute(trx);
    const stored = await trx.selectFrom("secrets_key").select("mark").execute();
    const isKnown = stored.some(({ mark }) => marks.some((each) => each.equals(mark)));
    if (stored.length > 0 && !isKnown)
      throw new ConfigError(
        "SECRETS_KEY, or the file secrets-key in DATA_DIR, is not the key of this database: give that key (behind a new one and a comma, to replace it), or `npm run secrets:forget` if it is lost",
      );
    await trx
      .insertInto("secrets_key")
      .values({ mark: marks[0], used_since: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
