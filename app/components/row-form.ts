import {
  type DefaultValue,
  type FormMetadata,
  parse,
  type SubmissionResult,
  useForm,
} from "@conform-to/react";
import { requiredConstraint } from "./form.tsx";

/** A form as its summary and its rows need it, whatever its fields. */
export type WholeForm = FormMetadata<Record<string, unknown>>;

/**
 * A form with rows, which are added and removed in the browser; everything else is validated on the server. All values are
 * text; `Fields` names those of the form.
 */
export function useRowForm<Typed extends object, Fields>({
  id,
  start,
  answer,
}: {
  id: string;
  start: { fields: Typed; required: string[] };
  answer: { reply: SubmissionResult<string[]> } | undefined;
}): [form: WholeForm, fields: Fields] {
  const [form, fields] = useForm<Typed & Record<string, unknown>>({
    id,
    lastResult: answer?.reply,
    defaultValue: start.fields as DefaultValue<Typed & Record<string, unknown>>,
    constraint: requiredConstraint(start.required),
    onValidate: ({ formData }) =>
      parse(formData, { resolve: (payload) => ({ value: payload as Typed & Record<string, unknown> }) }),
  });
  return [form as unknown as WholeForm, fields as unknown as Fields];
}
