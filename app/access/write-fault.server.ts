import { type AccountState, CODE_FAILURE } from "#app/contract/code.ts";
import type { Translate } from "#app/locales/translation.ts";
import type { UpstreamRefused } from "#app/upstream/error.ts";

/** Why a write was not done: shown in the form, which keeps what was typed. */
export interface WriteFault {
  kind: "refused" | "unavailable" | "accountState";
  /** The provider's code; null when there was no answer. */
  code: number | null;
  /** In the user's language. */
  message: string;
  fields: { path: string; message: string }[];
  /** Of a refusal: what stands in the way (`stateConflict`, `bookingConflict`), unchecked. */
  data?: unknown;
  /** Nobody knows whether it was done, and a second try may do it twice (`PROVIDER_IDEMPOTENT=off`). */
  isUnsure?: boolean;
  /** With `accountState`, which public calls (sign-in) get as a fault: there is no session that could have ended. */
  account?: { state: AccountState; minutes: number | null; words: string | null };
}

export type WriteResult<T> = { isDone: true; data: T } | { isDone: false; fault: WriteFault };

export function refusal({ code, message, fields, data }: UpstreamRefused, t: Translate): WriteFault {
  // A provider that failed may have done it all the same: the second try has to carry the same key.
  const kind = code === CODE_FAILURE ? "unavailable" : "refused";
  return { kind, code, message: message || t("errors:error"), fields, data };
}
