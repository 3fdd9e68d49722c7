import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";

/**
 * Attributes that connect a control with its name, value, hint and fault; `form-controls.tsx` has the usual
 * controls.
 */

export type TextField = FieldMetadata<string | undefined>;
export type ListField = TextField | FieldMetadata<string[] | undefined>;

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

/**
 * What a control needs of its field. conform makes the metadata anew for each property that is read, and its helpers read
 * some twenty; of constraints our forms have `required` only.
 */
export function readOnce({
  id,
  name,
  errorId,
  descriptionId,
  initialValue,
  errors,
  required,
}: ListField): TextField {
  return { id, name, errorId, descriptionId, initialValue, errors, required } as unknown as TextField;
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
  return inForm(getInputProps(readOnce(field), options as Parameters<typeof getInputProps>[1]));
}

/** For a text area with a custom layout; `hintId` is the id of its hint. */
export function textAreaProps(field: TextField, hintId?: string) {
  return inForm(getTextareaProps(readOnce(field), describedBy(hintId)));
}
