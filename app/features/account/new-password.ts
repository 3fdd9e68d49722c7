import { z } from "zod";
import { isAcceptablePassword } from "#app/lib/password-strength.ts";

/**
 * Two fields for a new password (product 5.3), which has to be strong enough and typed twice alike. Messages
 * are keys.
 */
export const newPasswordFields = {
  password: z.string({ error: "auth:password.tooSimple" }).max(200, "shell:form.tooLong?max=200"),
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
