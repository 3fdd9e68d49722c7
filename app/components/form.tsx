import type { FieldMetadata, FormMetadata, SubmissionResult } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { useActionData } from "react-router";
import { useText } from "#app/locales/use-text.ts";
import { Input } from "#app/ui/input.tsx";

/** Fields and error summary of every form: the text at the field, a summary on top that links to the fields. */

/** A message of a schema is a key (`auth:signIn.userNameEmpty`); what the provider says is a text already. */
function useFieldText(): (message: string) => string {
  const { t, i18n } = useText();
  return (message) => (i18n.exists(message) ? (t as (key: string) => string)(message) : message);
}

/** Shown after a refused submit; takes the focus, so that a screen reader begins there. */
export function ErrorSummary({
  form,
  labels,
}: {
  form: Pick<FormMetadata<Record<string, unknown>>, "errors" | "allErrors" | "id">;
  /** Field name to the label of the field. */
  labels: Record<string, string>;
}) {
  const { t } = useText();
  const textOf = useFieldText();
  const summary = useRef<HTMLDivElement>(null);
  const entries = Object.entries(form.allErrors).filter(([, messages]) => messages.length > 0);
  const count = entries.length;
  // Each refused submit takes the focus again, also one with as many faults as before.
  const answer = useActionData<unknown>();
  useEffect(() => {
    if (count > 0 && answer) summary.current?.focus();
  }, [count, answer]);
  if (count === 0) return null;
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: public pages carry no script that could move the focus
      autoFocus
      className="mb-4 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3 text-sm text-danger"
    >
      <p className="font-semibold">{t("form.errorTitle")}</p>
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
    </div>
  );
}

/** Label, control, hint and message of one field. `children` may replace the plain input. */
export function Field({
  field,
  label,
  hint,
  children,
  type = "text",
  ...rest
}: {
  field: FieldMetadata<string | undefined>;
  label: string;
  hint?: string;
  children?: React.ReactNode;
} & Omit<React.ComponentProps<"input">, "id" | "name" | "form">) {
  const textOf = useFieldText();
  const isInvalid = Boolean(field.errors?.length);
  const described = [hint ? `${field.id}-hint` : "", isInvalid ? field.errorId : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={field.id} className="font-medium">
        {label}
      </label>
      {hint ? (
        <p id={`${field.id}-hint`} className="text-xs text-quiet">
          {hint}
        </p>
      ) : null}
      {children ?? (
        <Input
          id={field.id}
          name={field.name}
          type={type}
          defaultValue={type === "password" ? undefined : field.initialValue}
          aria-invalid={isInvalid || undefined}
          aria-describedby={described || undefined}
          {...rest}
        />
      )}
      {isInvalid ? (
        <p id={field.errorId} className="text-xs text-danger">
          {field.errors?.map(textOf).join(" ")}
        </p>
      ) : null}
    </div>
  );
}

/** What a form's action answers when the form is to be shown again. */
export interface FormReply {
  reply: SubmissionResult<string[]>;
  /** The request id of a write that found no answer. */
  requestId: string | null;
}

/** The hidden field that every form carries: `fresh` from the loader, or the id of the write that is tried again. */
export function RequestId({ fresh, answer }: { fresh: string; answer?: Pick<FormReply, "requestId"> }) {
  return <input type="hidden" name="requestId" value={answer?.requestId ?? fresh} />;
}
