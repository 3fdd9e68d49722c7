import type { z } from "zod";
import { passkeyAnswer } from "#app/contract/passkey.ts";

/** What the form of `passkey-form.tsx` posts; null when it is none. */
export function passkeyIn(form: FormData): z.output<typeof passkeyAnswer> | null {
  try {
    const credential = JSON.parse(String(form.get("credential")));
    return passkeyAnswer.parse({ ticket: form.get("ticket"), credential });
  } catch {
    return null;
  }
}
