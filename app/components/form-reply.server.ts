import type { Submission, SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import type { WriteFault } from "#app/access/visit.server.ts";

const statusOf = { refused: 400, unavailable: 503, accountState: 401 } as const;

/** 400 with everything typed kept and passwords left out. */
export function invalid<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  hidden: readonly string[] = [],
) {
  return data({ reply: withoutFields(submission.reply(), hidden), account: null }, { status: 400 });
}

/** The form again, with the state of the account (sign-in) or with the provider's words: at the fields it names, otherwise on top. */
export function faulty<Schema, Value>(
  submission: Submission<Schema, string[], Value>,
  fault: WriteFault,
  hidden: readonly string[] = [],
) {
  const fieldErrors: Record<string, string[]> = {};
  for (const { path, message } of fault.fields) fieldErrors[path] = [...(fieldErrors[path] ?? []), message];
  const formErrors = fault.fields.length > 0 || fault.account ? [] : [fault.message];
  const reply = submission.reply({ formErrors, fieldErrors });
  return data(
    { reply: withoutFields(reply, hidden), account: fault.account ?? null },
    { status: statusOf[fault.kind] },
  );
}

function withoutFields(
  reply: SubmissionResult<string[]>,
  hidden: readonly string[],
): SubmissionResult<string[]> {
  const initialValue = { ...reply.initialValue };
  for (const name of hidden) delete initialValue[name];
  return { ...reply, initialValue };
}
