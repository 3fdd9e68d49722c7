import { data, href, redirect } from "react-router";
import { env } from "#app/config/env.server.ts";
import { log } from "#app/config/log.server.ts";
import {
  accountStateOf,
  accountStates,
  CODE_FAILURE,
  CODE_FORBIDDEN,
  CODE_INVALID,
  CODE_NOT_FOUND,
  CODE_TOO_MANY,
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
  if (error instanceof UpstreamForbidden) {
    // From a form, /404 would lose what was typed.
    if (!typed) return redirect(href("/404"));
    const message = error.message || t?.("refusals:forbidden") || "";
    return trouble({ kind: "refused", message, ...offered(typed, t) }, CODE_FORBIDDEN);
  }
  if (error instanceof UpstreamAccountState) {
    const { code, minutes } = error;
    return sessionOver({ state: accountStateOf(code), minutes, words: wordsOf(error) }, typed);
  }
  if (error instanceof UpstreamRefused) return answerForRefusal(error, typed, t);
  if (error instanceof UpstreamUnavailable) {
    const { reason, call } = error;
    const status = reason === "timeout" ? 504 : reason === "lacking" ? 501 : 502;
    // The name of the call helps whoever fixes the provider; in other cases it is of no use.
    const named = reason === "malformed" || reason === "lacking" ? { call } : {};
    return trouble({ kind: "unavailable", reason, ...named, ...offered(typed, t) }, status);
  }
  return error;
}

function answerForRefusal(error: UpstreamRefused, typed: TypedField[] | null, t?: Translate) {
  const { code, message, retryAfterSeconds } = error;
  // An unknown record and another company's record are answered like an unknown path.
  if (isRecordUnknown(error)) return redirect(href("/404"));
  logRefusal(error);
  if (code === CODE_TOO_MANY)
    return trouble({ kind: "busy", message, seconds: retryAfterSeconds, ...offered(typed, t) }, code);
  return trouble({ kind: "refused", message, ...offered(typed, t) }, code === CODE_FAILURE ? 503 : 502);
}

const isRecordUnknown = ({ code, isOfRecord }: UpstreamRefused) => code === CODE_NOT_FOUND && isOfRecord;

/** For whoever runs the provider, whose own text may not say which call was refused. */
export function logRefusal(error: UpstreamRefused): void {
  const { call, code } = error;
  if (!isRecordUnknown(error)) log.warn({ call, code }, "The provider refused a call of a page");
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
