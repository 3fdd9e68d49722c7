import { type AccountState, CODE_FAILURE, CODE_FORBIDDEN, CODE_TOO_MANY } from "#app/contract/code.ts";
import type { Translate } from "#app/locales/translation.ts";
import type { UpstreamForbidden, UpstreamRefused } from "#app/upstream/error.ts";

/** Why a write failed: shown in the form, which keeps typed text. */
export interface WriteFault {
  kind: "refused" | "unavailable" | "accountState";
  /** The provider's code; null without an answer. */
  code: number | null;
  /** In the user's language. */
  message: string;
  fields: { path: string; message: string }[];
  /** For a refusal: the conflicting state (`stateConflict`, `bookingConflict`), unchecked. */
  data?: unknown;
  /** It is unknown whether the write was done, and a retry may do it twice (`PROVIDER_IDEMPOTENT=off`). */
  isUnsure?: boolean;
  /** With `accountState`, for public calls (sign-in), where no session can have ended. */
  account?: { state: AccountState; minutes: number | null; words: string | null };
}

export type WriteResult<T> = { isDone: true; data: T } | { isDone: false; fault: WriteFault };

/** The portal's own refusal, without an answer of the provider. */
export const ownRefusal = (message: string): WriteFault => ({
  kind: "refused",
  code: null,
  message,
  fields: [],
});

/** Leads nowhere: the form says it, and what was typed stays. */
export function forbidden({ message }: UpstreamForbidden, t: Translate): WriteFault {
  return {
    kind: "refused",
    code: CODE_FORBIDDEN,
    message: message || t("refusals:forbidden"),
    fields: [],
  };
}

export function refusal({ code, message: words, fields, data }: UpstreamRefused, t: Translate): WriteFault {
  const message = code === CODE_TOO_MANY ? [t("refusals:busy"), words].filter(Boolean).join(" ") : words;
  // After a failure of the provider the write may have been done: the retry has to use the same key.
  const kind = code === CODE_FAILURE ? "unavailable" : "refused";
  return { kind, code, message: message || t("errors:error"), fields, data };
}
