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
import type { Translate } from "#app/locales/translation.ts";
import {
  UpstreamAccountState,
  UpstreamForbidden,
  UpstreamRefused,
  UpstreamUnavailable,
} from "#app/upstream/error.ts";
import type { SessionFault, Trouble, TypedField } from "./trouble.ts";

/** To be thrown: a page's trouble with the HTTP status that it answers by. */
export function trouble(value: Trouble, status: number) {
  return data(value, { status });
}

/**
 * What a failed call becomes for React Router: a redirect or data for a boundary; anything else passes as it is. `typed`
 * is the form that was posted, for the page to offer once more.
 */
export function answerFor(error: unknown, typed: TypedField[] | null = null, t?: Translate): unknown {
  if (error instanceof UpstreamForbidden) return redirect(href("/404"));
  if (error instanceof UpstreamAccountState) {
    const { code, minutes } = error;
    return sessionOver({ state: accountStateOf(code), minutes, words: wordsOf(error) }, typed);
  }
  if (error instanceof UpstreamRefused) {
    // What is unknown and what is another company's answer as an unknown path does.
    if (error.code === CODE_NOT_FOUND) return redirect(href("/404"));
    const status = error.code === CODE_FAILURE ? 503 : 502;
    return trouble({ kind: "refused", message: error.message, ...offered(typed, t) }, status);
  }
  if (error instanceof UpstreamUnavailable) {
    const { reason, call } = error;
    const status = reason === "timeout" ? 504 : reason === "lacking" ? 501 : 502;
    // Whoever mends it is helped by the name of the call; to others it says nothing.
    const named = reason === "malformed" || reason === "lacking" ? { call } : {};
    return trouble({ kind: "unavailable", reason, ...named, ...offered(typed, t) }, status);
  }
  return error;
}

/** An id that is none of ours, which our provider calls malformed: there is no such thing. */
export function isOfForeignId(error: unknown, input: unknown): boolean {
  if (!(error instanceof UpstreamRefused) || error.code !== CODE_INVALID) return false;
  const fields = Object.entries((input ?? {}) as Record<string, unknown>);
  return fields.some(([name, value]) => /id$/i.test(name) && !wireId.safeParse(value ?? "0").success);
}

export function offered(typed: TypedField[] | null, t?: Translate) {
  if (!typed) return {};
  return t && !env.PROVIDER_IDEMPOTENT ? { typed, typedNote: t("refusals:typedKeptOnce") } : { typed };
}

/** The provider's own sentence, where the portal has none for the code. */
export function wordsOf({ code, message }: UpstreamAccountState): string | null {
  return message && !(code in accountStates) ? message : null;
}

/** Without a session nothing is done, and nothing that was typed is lost. */
export function sessionOver(
  account: { state: SessionFault; minutes: number | null; words?: string | null },
  typed: TypedField[] | null,
) {
  return trouble({ kind: "accountState", ...account, ...offered(typed) }, 401);
}
