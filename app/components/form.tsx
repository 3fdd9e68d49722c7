import type { SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useActionData } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { useFaultToast } from "./fault.tsx";
import { useFieldText } from "./field-text.ts";

/** Common parts of every form with fields. */

/** What conform knows of a form's faults, whatever its fields. */
export interface FaultyForm {
  id: string;
  allErrors: Record<string, string[]>;
}

/** Shown after a refused submit; takes the focus, so that screen readers start there. */
export function ErrorSummary({
  form,
  labels,
}: {
  form: FaultyForm;
  /** Field name to the label of the field. */
  labels: Record<string, string>;
}) {
  const { t } = useText();
  const textOf = useFieldText();
  const summary = useRef<HTMLDivElement>(null);
  const entries = Object.entries(form.allErrors).filter(([, messages]) => messages.length > 0);
  const count = entries.length;
  // What is of no field is seldom of what was entered: a server that fails, a limit, a state that has changed.
  const isOfFields = entries.some(([name]) => name !== "");
  // Takes the focus again after each refused submit, even with the same number of faults.
  const answer = useActionData<unknown>();
  useEffect(() => {
    if (count > 0 && answer) summary.current?.focus();
  }, [count, answer]);
  const own = form.allErrors[""]?.[0];
  useFaultToast(own && textOf(own));
  if (count === 0) return null;
  return (
    <Alert
      ref={summary}
      kind="danger"
      tabIndex={-1}
      // Public pages have no script that could move the focus.
      autoFocus
    >
      <p className="font-semibold">{t(isOfFields ? "form.errorTitle" : "form.failedTitle")}</p>
      <ul className="mt-1">
        {entries.flatMap(([name, messages]) =>
          messages.map((message) => (
            <li key={name + message}>
              {name === "" ? (
                textOf(message)
              ) : (
                <a href={`#${form.id}-${name}`} className="underline">
                  {labels[name] ? `${labels[name]}: ` : ""}
                  {textOf(message)}
                </a>
              )}
            </li>
          )),
        )}
      </ul>
    </Alert>
  );
}

/**
 * `constraint` of `useForm`: marks the fields of `requiredFields` as required; `packages[].weight` applies to
 * each row.
 */
export function requiredConstraint(names: readonly string[]): Record<string, { required: true }> {
  const required = new Map(names.map((name) => [name, { required: true } as const]));
  return new Proxy({}, { get: (_, name) => required.get(String(name).replace(/\[\d+\]/g, "[]")) });
}

/** Answer of a form's action when the form is shown again. */
export interface FormReply {
  reply: SubmissionResult<string[]>;
  /** The request id of a write without an answer. */
  requestId: string | null;
}
