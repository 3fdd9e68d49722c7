import { z } from "zod";
import { tooLong } from "#app/components/field-text.ts";
import { PASSWORD_MAX_LENGTH } from "#app/contract/auth.ts";
import { isAcceptablePassword } from "#app/lib/password-strength.ts";

/**
 * Two fields for a new password (product 5.3), which has to be strong enough and typed twice alike. Messages
 * are keys.
 */
export const newPasswordFields = {
  password: z
    .string({ error: "auth:password.tooSimple" })
    .max(PASSWORD_MAX_LENGTH, tooLong(PASSWORD_MAX_LENGTH)),
  repeat: z.string({ error: "auth:password.repeat" }),
};

export function checkNewPassword(
  value: { password: string; repeat: string },
  userName: string,
  issue: (path: "password" | "repeat", message: string) => void,
): void {
  if (!isAcceptablePassword(value.password, userName)) issue("password", "auth:password.tooSimple");
  if (value.password !== value.repeat) issue("repeat", "auth:password.inconsistent");
}
