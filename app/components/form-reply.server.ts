import type { Submission, SubmissionResult } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import type { WriteFault } from "#app/access/write-fault.server.ts";
import { CODE_CONFLICT, CODE_FORBIDDEN, CODE_TOO_MANY } from "#app/contract/code.ts";
import { fieldName } from "./field-name.server.ts";

const statusOf = { refused: 400, unavailable: 503, accountState: 401 } as const;
/** Refusals that are not about typed values. */
const statusOfCode: Partial<Record<number, number>> = {
  [CODE_FORBIDDEN]: 403,
  [CODE_CONFLICT]: 409,
  [CODE_TOO_MANY]: 429,
};

/** 400 with all typed values except passwords. */
export function invalid<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  hidden: readonly string[] = [],
) {
  const reply = withoutFields(submission.reply(), hidden);
  return data({ reply, account: null, requestId: null }, { status: 400 });
}

/**
 * The form again, with the account's state (sign-in) or the provider's texts: at the fields that it names,
 * otherwise on top.
 */
export function faulty<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  fault: WriteFault,
  hidden: readonly string[] = [],
) {
  const fieldErrors: Record<string, string[]> = {};
  for (const { path, message } of fault.fields) {
    const name = fieldName(path);
    fieldErrors[name] = [...(fieldErrors[name] ?? []), message];
  }
  const formErrors = fault.fields.length > 0 || fault.account ? [] : [fault.message];
  const reply = withoutFields(submission.reply({ formErrors, fieldErrors }), hidden);
  // An unanswered write may have been done: the retry has to use the same key.
  const requestId = fault.kind === "unavailable" ? String(submission.payload.requestId ?? "") : "";
  return data(
    { reply, account: fault.account ?? null, requestId: requestId || null },
    { status: statusOfCode[fault.code ?? 0] ?? statusOf[fault.kind] },
  );
}

/** The status of a refused write, and the request id under which it is repeated where it may have been done. */
export function standingOf(
  { kind, code }: WriteFault,
  requestId: string,
): { status: number; requestId: string | null } {
  return {
    status: statusOfCode[code ?? 0] ?? statusOf[kind],
    requestId: kind === "unavailable" ? requestId : null,
  };
}

/** The answer of a form that has a button only: why nothing was done, and the request id as `faulty` gives it. */
export function refusedPress({ kind, message }: WriteFault, requestId: string) {
  const isUnknown = kind === "unavailable";
  return data(
    { fault: message, requestId: isUnknown ? requestId : null },
    { status: isUnknown ? statusOf.unavailable : statusOf.refused },
  );
}

/**
 * The required fields of a form's schema, for `requiredConstraint`. Lengths and patterns are not included, so
 * that browsers do not cut typed text, and faults have the server's texts.
 */
export function requiredFields(schema: z.ZodType): string[] {
  return Object.entries(getZodConstraint(schema)).flatMap(([name, { required }]) => (required ? [name] : []));
}

function withoutFields(
  reply: SubmissionResult<string[]>,
  hidden: readonly string[],
): SubmissionResult<string[]> {
  const initialValue = { ...reply.initialValue };
  for (const name of hidden) delete initialValue[name];
  return { ...reply, initialValue };
}
