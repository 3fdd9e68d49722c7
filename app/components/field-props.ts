import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";

/**
 * Attributes that connect a control with its name, value, hint and fault; `form-controls.tsx` has the usual
 * controls.
 */

export type TextField = FieldMetadata<string | undefined>;

/** A field of a form without conform: value and fault come from the action's answer. */
export function answeredField({
  id,
  name = id,
  value,
  fault,
  errorId = `${id}-error`,
}: {
  id: string;
  name?: string;
  value?: string | undefined;
  fault?: string | null | undefined;
  errorId?: string;
}): TextField {
  const field = { id, name, errorId, descriptionId: `${id}-description`, initialValue: value };
  return { ...field, errors: fault ? [fault] : undefined } as unknown as TextField;
}

/** Controls inside their form need no `form` attribute. */
export function inForm<Props extends { form?: string }>({ form: _, ...props }: Props): Omit<Props, "form"> {
  return props;
}

/** conform's option for the id of a hint besides the fault. */
export const describedBy = (id: string | undefined) => (id ? { ariaDescribedBy: id } : {});

/** For an input with a custom layout; `hintId` is the id of its hint. */
export function inputProps(field: TextField, type: React.HTMLInputTypeAttribute, hintId?: string) {
  const options = { type, value: type !== "password" && type !== "file", ...describedBy(hintId) };
  return inForm(getInputProps(field, options as Parameters<typeof getInputProps>[1]));
}

/** For a text area with a custom layout; `hintId` is the id of its hint. */
export function textAreaProps(field: TextField, hintId?: string) {
  return inForm(getTextareaProps(field, describedBy(hintId)));
}
