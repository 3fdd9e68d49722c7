import { hash, verify } from "@node-rs/argon2";

// argon2id is the library's default algorithm.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id with a salt of its own, as a PHC string: 19 MiB, two passes, about 13 ms. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), COST);
}

/** NFC form, because keyboards compose the same letters differently. */
function normalize(password: string): string {
  return password.normalize("NFC");
}

// Hash of bytes that cannot be typed, with the usual cost, so that an unknown name takes as long as a known
// one.
const UNMATCHABLE_HASH = await hash(Buffer.from([0, 255, 0, 255]), COST);

/** Whether the password matches the hash. Without a hash the answer is false and takes as long. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await verify(passwordHash ?? UNMATCHABLE_HASH, normalize(password));
  return isRight && typeof passwordHash === "string";
}
