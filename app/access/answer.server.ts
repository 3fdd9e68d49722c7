import { data, href, redirect } from "react-router";
import { env } from "#app/config/env.server.ts";
import {
  accountStateOf,
  accountStates,
  CODE_FAILURE,
  CODE_INVALID,
  CODE_NOT_FOUND,
} from "#app/contract/code.ts";
import { wireId } from "#app/contract/wire.ts";
import { presentRequest, shortRequestId } from "#app/lib/request-id.ts";
import type { Translate } from "#app/locales/translation.ts";
import {
  UpstreamAccountState,
  UpstreamForbidden,
  UpstreamRefused,
  UpstreamUnavailable,
} from "#app/upstream/error.ts";
import type { SessionFault, Trouble, TypedField } from "./trouble.ts";

/** Makes the value to throw for an error page with its HTTP status. */
export function trouble(value: Trouble, status: number) {
  const id = presentRequest();
  return data(id ? { ...value, requestId: shortRequestId(id) } : value, { status });
}

/**
 * Converts the error of a call for React Router: a redirect, or data for an error boundary; other errors are
 * returned unchanged. `typed` is the posted form, which the page offers to send again.
 */
export function answerFor(error: unknown, typed: TypedField[] | null = null, t?: Translate): unknown {
  if (error instanceof UpstreamForbidden) return redirect(href("/404"));
  if (error instanceof UpstreamAccountState) {
    const { code, minutes } = error;
    return sessionOver({ state: accountStateOf(code), minutes, words: wordsOf(error) }, typed);
  }
  if (error instanceof UpstreamRefused) {
    // An unknown record and another company's record are answered like an unknown path.
    if (error.code === CODE_NOT_FOUND) return redirect(href("/404"));
    const status = error.code === CODE_FAILURE ? 503 : 502;
    return trouble({ kind: "refused", message: error.message, ...offered(typed, t) }, status);
  }
  if (error instanceof UpstreamUnavailable) {
    const { reason, call } = error;
    const status = reason === "timeout" ? 504 : reason === "lacking" ? 501 : 502;
    // The name of the call helps whoever fixes the provider; in other cases it is of no use.
    const named = reason === "malformed" || reason === "lacking" ? { call } : {};
    return trouble({ kind: "unavailable", reason, ...named, ...offered(typed, t) }, status);
  }
  return error;
}

/** Whether an id has a format that our provider rejects as malformed: no such record exists. */
export function isOfForeignId(error: unknown, input: unknown): boolean {
  if (!(error instanceof UpstreamRefused) || error.code !== CODE_INVALID) return false;
  const fields = Object.entries((input ?? {}) as Record<string, unknown>);
  return fields.some(([name, value]) => /id$/i.test(name) && !wireId.safeParse(value ?? "0").success);
}

export function offered(typed: TypedField[] | null, t?: Translate) {
  if (!typed) return {};
  return t && !env.PROVIDER_IDEMPOTENT ? { typed, typedNote: t("refusals:typedKeptOnce") } : { typed };
}

/** The provider's own text, when the portal has none for the code. */
export function wordsOf({ code, message }: UpstreamAccountState): string | null {
  return message && !(code in accountStates) ? message : null;
}

/** The session has ended: nothing is done, and typed text is kept. */
export function sessionOver(
  account: { state: SessionFault; minutes: number | null; words?: string | null },
  typed: TypedField[] | null,
) {
  return trouble({ kind: "accountState", ...account, ...offered(typed) }, 401);
}
