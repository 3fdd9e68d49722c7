import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LaunchError } from "./launch-error.ts";

/**
 * The secret of a demo installation: made once and stored beside the data, so that a restart signs nobody
 * out.
 */
export async function keptSessionSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "session-secret");
  try {
    await writeFile(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw unusable(file, error);
  }
  const secret = await readFile(file, "utf8").catch((error) => {
    throw unusable(file, error);
  });
  if (secret.trim().length < 32)
    throw new LaunchError(`${file} contains no secret: delete it, and the next start makes another`);
  return secret.trim();
}

function unusable(file: string, error: unknown) {
  const { code } = error as NodeJS.ErrnoException;
  return new LaunchError(
    `${file} cannot be used (${code}): check its owner and permissions, or set SESSION_SECRET`,
  );
}
