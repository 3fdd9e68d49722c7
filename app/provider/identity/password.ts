import { hash, verify } from "@node-rs/argon2";

// The algorithm is argon2id unless another is named.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id with a salt of its own, as a PHC string: 19 MiB, two passes, about 13 ms. */
export function hashPassword(password: string): Promise<string> {
  return hash(typed(password), COST);
}

/** The same letters, whichever way a keyboard composes them. */
function typed(password: string): string {
  return password.normalize("NFC");
}

// Of no password that can be typed, with the cost of real ones: an unknown name takes as long as a known one.
const NOBODY = await hash(Buffer.from([0, 255, 0, 255]), COST);

/** Whether the password is the one that was hashed. Without a hash the answer is no, and takes as long. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await verify(passwordHash ?? NOBODY, typed(password));
  return isRight && typeof passwordHash === "string";
}
